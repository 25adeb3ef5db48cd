/**
 * The sampler of mutants, on a tiny project with a test of its own.
 */
import { execFileSync } from 'node:child_process'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyProject } from '../../scripts/mutate/copy-project.ts'
import { drawMutants } from '../../scripts/mutate/draw-mutants.ts'
import { applyMutant, findMutants } from '../../scripts/mutate/find-mutants.ts'
import { formatResult, formatSummary } from '../../scripts/mutate/format-results.ts'
import { type TriedMutant, tryMutants } from '../../scripts/mutate/try-mutants.ts'
import { projectFolder } from '../support/run-command.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

describe('the mutants of', () => {
  const rows: readonly (readonly [text: string, mutants: readonly string[]])[] = [
    ['export const f = (a: 1 | 2) => a < 2', ['a <= 2', 'a < 3', 'a < (1)']],
    ['if (a === b && c) d()', ['a !== b && c', 'a === b || c', '!(a === b && c)', ';']],
    ['if (!a) b = 1', ['if (a)', 'b = 2', 'b = (0)', ';']],
    ['const a = b ? c : d', ['!(b) ? c : d']],
    ['const a = () => true', ['() => false']],
    ['function a() { return false }', ['return true']],
    ["import a from 'b'\n// a < b\nconst c: 'a' = 'a < b'", []],
    ['const names = { 200: a }', []],
  ]
  for (const [text, mutants] of rows)
    it(text, () => {
      const changed = findMutants(text).map((mutant) => applyMutant(text, mutant))
      expect(changed).toHaveLength(mutants.length)
      for (const part of mutants) expect(changed).toContainEqual(expect.stringContaining(part))
    })
})

const source = `export const isAdult = (age: number): boolean => age >= 18

export const isChild = (age: number): boolean => {
  return age < 13
}
`
const files = {
  'package.json': '{ "type": "module" }',
  '.gitignore': 'node_modules\n',
  'vitest.config.ts': "export default { test: { include: ['test/**/*.test.ts'] } }\n",
  'src/ages/ages.ts': source,
  'src/unused/unused.ts': 'export const isUnused = () => true\n',
  // No test is about children.
  'test/ages/ages.test.ts': `import { expect, it } from 'vitest'
import { isAdult } from '../../src/ages/ages.ts'
it('is 18', () => expect([17, 18].map(isAdult)).toEqual([false, true]))
`,
  'test/ages/broken.test.ts': `import { expect, it } from 'vitest'
import '../../src/ages/ages.ts'
it('fails without a mutant, too', () => expect(1).toBe(2))
`,
}

describe('in a project', { timeout: 120_000 }, () => {
  it('draws the same mutants for the same seed', async () => {
    await using folder = await createTemporaryFolder(files)
    const draw = (seed: string, count: number) => drawMutants(folder.path, ['src/ages/ages.ts'], seed, count)
    expect(draw('a', 3)).toEqual(draw('a', 3))
    expect(draw('a', 3)).toHaveLength(3)
    expect(draw('a', 100)).toHaveLength(6)
    expect(draw('a', 100)).not.toEqual(draw('b', 100))
  })

  it('kills what a test notices, and lists the others with their change', async () => {
    await using folder = await createTemporaryFolder(files)
    execFileSync('git', ['init', '--quiet'], { cwd: folder.path })
    await symlink(join(projectFolder, 'node_modules'), join(folder.path, 'node_modules'))
    await using copy = await copyProject(folder.path)
    const mutants = drawMutants(
      copy.path,
      copy.files.filter((file) => file.startsWith('src/')),
      'a',
      100,
    )
    const comparisons = mutants.filter(({ kind }) => kind !== 'number')
    const tried: TriedMutant[] = []
    for await (const one of tryMutants({ project: copy.path, args: [], limit: 60_000 }, comparisons)) tried.push(one)

    expect(tried.map(formatResult).sort()).toEqual([
      'killed src/ages/ages.ts:1 (comparison) by test/ages/ages.test.ts',
      'survived src/ages/ages.ts:4 (comparison)',
      'survived src/unused/unused.ts:1 (boolean)',
    ])
    const summary = formatSummary(tried)
    expect(summary).toMatch(/^killed 1 of 3 \(33 %\)\n/)
    expect(summary).toContain('survived src/ages/ages.ts:4\n  - return age < 13\n  + return age <= 13')
    for (const root of [copy.path, folder.path])
      expect(await readFile(join(root, 'src/ages/ages.ts'), 'utf8')).toBe(source)
  })
})
