/**
 * The test files that run against mutants, in order: those of the sample API first, which notice most of what breaks the whole
 * server, then those beside the sources, then the others. Not those that test a built command, a browser or Docker, because they run
 * no sources, and not those that take minutes.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const left: readonly RegExp[] = [
  /^test\/(cli|clients|code-blocks|console|fuzz|log|mock|mutate|prism|replicas|spec)\//,
  /^test\/(action|advisories|bench|bench-page|compose|demo|dependencies|docker|docs|examples|kubernetes|language)\./,
  /^test\/(links|options|package|pages|readme|release|scaling|site|structure)\./,
  /^test\/client\/remote-types\./,
  /^test\/contract\/(prism-oracle|request\/fuzz|sample\/hostile-schemas)\./,
  /^test\/conversations\/walks\./,
  /^test\/hardening\/(growth|journal-bytes|memory|overload)\./,
  /^test\/journal\/redis-/,
  /^test\/loading\/watch\./,
  /^test\/mcp\/process\./,
  /^test\/sandboxes\/histories\./,
  /^test\/testing\/vitest\./,
  /^test\/tls\/trust\./,
  /^test\/tokens\/(openid-client|replicas)\./,
  /^test\/webhooks\/delivery\/restart\./,
  /^test\/testing\/msw\./,
  /^test\/types\//,
]

/** The tests mirror the sources. */
export const isBeside = (area: string, test: string): boolean => test.startsWith(`${area.replace(/^src/, 'test')}/`)

/** The rules of the sample API. */
export const isFirst = (test: string): boolean => test.startsWith('test/interface/')

export const listTests = (project: string, areas: readonly string[]): readonly string[] => {
  const files = readdirSync(join(project, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !left.some((pattern) => pattern.test(file)))
  const rankOf = (file: string): number => {
    if (isFirst(file)) return -1
    const index = areas.findIndex((area) => isBeside(area, file))
    return index === -1 ? areas.length : index
  }
  return files.toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
}
