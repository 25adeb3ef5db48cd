/**
 * The test files that run against mutants, in order: those beside the sources that start no server, which take the least time, then
 * the others beside the sources, then the rest. Not those that test a built command, a browser or Docker, because they run no
 * sources, and not those that take minutes.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const left: readonly RegExp[] = [
  /\.long\.test\.ts$/,
  /^test\/(cli|clients|code-blocks|console|fuzz|log|mock|mutate|prism|replicas|spec)\//,
  /^test\/(action|advisories|bench-page|compose|demo|dependencies|docs|kubernetes|language)\./,
  /^test\/(links|options|package|pages|readme|release|site|structure)\./,
  /^test\/client\/remote-types\./,
  /^test\/contract\/sample\/hostile-schemas\./,
  /^test\/conversations\/walks\./,
  /^test\/hardening\/(journal-bytes|memory|overload)\./,
  /^test\/journal\/redis-/,
  /^test\/loading\/watch\./,
  /^test\/mcp\/process\./,
  /^test\/testing\/vitest\./,
  /^test\/tls\/trust\./,
  /^test\/tokens\/(openid-client|replicas)\./,
  /^test\/testing\/msw\./,
  /^test\/types\//,
]

/** The tests mirror the sources. */
export const isBeside = (area: string, test: string): boolean => test.startsWith(`${area.replace(/^src/, 'test')}/`)

/** Those that notice most of the rest. */
const whole = /^test\/(conversations|interface|tls)\//

const starters = /\/(start-standin|start-replicas|serve-files|serve-scenarios|run-standin|use-standin|replica)\.ts'/

export const listTests = (project: string, areas: readonly string[]): readonly string[] => {
  const files = readdirSync(join(project, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !left.some((pattern) => pattern.test(file)))
  const rankOf = (file: string): number => {
    const index = areas.findIndex((area) => isBeside(area, file))
    if (index === -1) return 2 * areas.length + (whole.test(file) ? 0 : 1)
    return starters.test(readFileSync(join(project, file), 'utf8')) ? areas.length + index : index
  }
  const ranks = new Map(files.map((file) => [file, rankOf(file)]))
  return files.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0) || (a < b ? -1 : 1))
}
