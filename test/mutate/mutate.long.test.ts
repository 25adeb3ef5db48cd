/**
 * The sampler of mutants, on a tiny project with tests of its own.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { drawMutants, pickMutants } from '../../scripts/mutate/draw-mutants.ts'
import { equivalentMutants } from '../../scripts/mutate/equivalent-mutants.ts'
import { applyMutant, findMutants, showChange } from '../../scripts/mutate/find-mutants.ts'
import { formatSummary } from '../../scripts/mutate/format-results.ts'
import { MutantControl } from '../../scripts/mutate/mutant-switch.ts'
import { readResults } from '../../scripts/mutate/results.ts'
import { runJobs } from '../../scripts/mutate/run-jobs.ts'
import { runPlan } from '../../scripts/mutate/run-plan.ts'
import { switchMutants } from '../../scripts/mutate/switch-mutants.ts'
import { projectFolder } from '../support/run-command.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

describe('the mutants of', () => {
  const rows: readonly (readonly [text: string, mutants: readonly string[]])[] = [
    ['export const f = (a: 1 | 2) => a < 2', ['a <= 2', 'a < 3', 'a < (1)']],
    ['if (a === b && c) d()', ['a !== b && c', 'a === b || c', '!(a === b && c)', ';']],
    ['const limit = a < 64', ['a <= 64', 'a < 0']],
    ['if (!a) b = 1', ['if (a)', 'b = 2', 'b = (0)', ';']],
    ['const a = b ? c : d', ['!(b) ? c : d']],
    ['const a = () => true', ['() => false']],
    ['function a() { return false }', ['return true']],
    ["import a from 'b'\n// a < b\nconst c: 'a' = 'a < b'", []],
    ['const names = { 200: a }', []],
    [
      'const order = (a: number) => (a < 2 ? -1 : a > 5 ? 1 : 0)',
      ['a <= 2', 'a < 3', 'a < (1)', '-(0)', 'a >= 5', 'a > 6', 'a > (4)', '? (0) : 0', '? 1 : 1', '? 1 : (-1)'],
    ],
  ]
  for (const [text, mutants] of rows)
    it(text, () => {
      const changed = findMutants(text).map((mutant) => applyMutant(text, mutant))
      expect(changed).toHaveLength(mutants.length)
      for (const part of mutants) expect(changed).toContainEqual(expect.stringContaining(part))
    })
})

it('each equivalent mutant is a mutant of the sources', () => {
  const known = (file: string) => {
    const text = readFileSync(join(projectFolder, file), 'utf8')
    return findMutants(text).map((mutant) => showChange(text, mutant))
  }
  for (const { file, before, after } of equivalentMutants) expect(known(file), file).toContainEqual({ before, after })
})

describe('all mutants in one text have the results of each', () => {
  const rows: readonly string[] = [
    'const f = (a: number) => a < 2 && a !== 0\nresult = [0, 1, 2, 3].map(f)',
    'result = []\nfor (let a = 1; a < 4; a += 1) result.push(a)\nresult.push(9)',
    'let a = 1\na < 2 && (result = a)\nresult ??= 0',
    'const limit = 3\nconst read = () => ({ limit, more: limit + 1 })\nresult = read()',
    'const names = new Map([[1, true]])\nconst find = (at: number) => names.get(at) ?? false\nresult = [1, 2].map(find)',
    'class A { size = 5; has(n: number) { return !(n >= this.size) || n === 7 } }\nresult = [4, 5, 7].map((n) => new A().has(n))',
    'const f = (n: number, most = 2) => { if (n > most) return true; n += 1\n;[n].forEach((one) => { n = one })\nreturn n > 1 }\nresult = [1, 2, 3].map((n) => f(n))',
  ]
  for (const text of rows)
    it(text, () => {
      const mutants = findMutants(text).map((mutant, id) => ({ ...mutant, id }))
      const control = new MutantControl()
      const switched = transpile(switchMutants(text, mutants, new Map()))
      expect(mutants.length).toBeGreaterThan(1)
      expect(evaluate(switched, control)).toEqual(evaluate(transpile(text), control))
      for (const mutant of mutants) {
        const expected = evaluate(transpile(applyMutant(text, mutant)), control)
        control.turnOn(mutant.id, 10_000)
        const result = evaluate(switched, control)
        control.turnOff()
        expect(result, applyMutant(text, mutant)).toEqual(expected)
      }
    })

  it('a constant has the changed value as long as its mutant is on', () => {
    const text = 'const limit = 3\nconst read = () => limit\nresult = read'
    const mutants = findMutants(text)
      .filter(({ kind }) => kind === 'number')
      .map((mutant, id) => ({ ...mutant, id }))
    const control = new MutantControl()
    const read = evaluate(transpile(switchMutants(text, mutants, new Map())), control) as () => number
    const values = mutants.map(({ id }) => {
      control.turnOn(id, 1000)
      return read()
    })
    control.turnOff()
    expect([...values, read()]).toEqual([4, 2, 3])
  })
})

const transpile = (text: string): string => ts.transpile(text, { target: ts.ScriptTarget.ES2022 })

const evaluate = (code: string, control: MutantControl): unknown => {
  const context: { result?: unknown; __standinMutants: unknown } = { result: null, __standinMutants: control.switch }
  try {
    runInNewContext(code, context, { timeout: 1_000 })
  } catch {
    return 'throws'
  }
  return typeof context.result === 'function' ? context.result : JSON.parse(JSON.stringify(context.result ?? null))
}

const files = {
  'package.json': '{ "type": "module" }',
  'src/ages/ages.ts': `export const adultAge = 18

export const isAdult = (age: number): boolean => age >= adultAge

export const isChild = (age: number): boolean => {
  return age < 13
}
`,
  'src/ages/count.ts': `export const countTo = (last: number): number => {
  let count = 0
  while (count < last) count += 1
  return count
}
`,
  'src/unused/unused.ts': 'export const isUnused = () => true\n',
  // No test notices the age of children.
  'test/ages/ages.test.ts': `import { expect, it } from 'vitest'
import { isAdult, isChild } from '../../src/ages/ages.ts'
it('is 18', () => expect([17, 18].map(isAdult)).toEqual([false, true]))
it('of children', () => expect(isChild(0)).toBe(true))
`,
  'test/ages/broken.test.ts': `import { expect, it } from 'vitest'
import { isChild } from '../../src/ages/ages.ts'
it('fails without a mutant, too', () => expect(isChild(13)).toBe(true))
`,
  'test/ages/count.test.ts': `import { expect, it } from 'vitest'
import { countTo } from '../../src/ages/count.ts'
it('counts', () => expect(countTo(3)).toBe(3))
`,
}

const areas = ['src/ages', 'src/unused']
const sources = ['src/ages/ages.ts', 'src/ages/count.ts', 'src/unused/unused.ts']

describe('in a project', { timeout: 180_000 }, () => {
  it('draws the same mutants for the same seed, and as many from each area', async () => {
    await using folder = await createTemporaryFolder(files)
    const draw = (seed: string, count: number) =>
      drawMutants({ project: folder.path, areas, files: sources, seed, count })
    expect(draw('a', 4)).toEqual(draw('a', 4))
    expect(draw('a', 2).map(({ area }) => area)).toEqual(areas)
    expect(draw('a', 6).filter(({ area }) => area === 'src/ages')).toHaveLength(3)
    expect(draw('a', 100)).not.toEqual(draw('b', 100))
  })

  it('kills what a test notices, also constants and endless loops, and lists the others with their change', async () => {
    await using folder = await createTemporaryFolder(files)
    await symlink(join(projectFolder, 'node_modules'), join(folder.path, 'node_modules'))
    const lines = [
      'src/ages/ages.ts:1',
      'src/ages/ages.ts:3',
      'src/ages/ages.ts:6',
      'src/ages/count.ts:3',
      'src/unused/unused.ts:1',
    ]
    const mutants = pickMutants(folder.path, lines)
    const log = await runPlan({
      project: folder.path,
      mutants,
      tests: ['test/ages/ages.test.ts', 'test/ages/broken.test.ts', 'test/ages/count.test.ts'],
      budget: 60_000,
      limit: 500,
      onLine: () => {},
    })
    const results = readResults(mutants, log)
    const short = results.map(({ kind, mutant, file }) =>
      [kind, `${mutant.file}:${mutant.line}`, mutant.kind, file].join(' '),
    )
    expect(short.sort()).toEqual([
      'killed src/ages/ages.ts:1 number test/ages/ages.test.ts',
      'killed src/ages/ages.ts:3 comparison test/ages/ages.test.ts',
      'killed src/ages/ages.ts:6 number test/ages/ages.test.ts',
      'killed src/ages/count.ts:3 comparison test/ages/count.test.ts',
      'killed src/ages/count.ts:3 number test/ages/count.test.ts',
      'killed src/ages/count.ts:3 number test/ages/count.test.ts',
      'killed src/ages/count.ts:3 statement test/ages/count.test.ts',
      'survived src/ages/ages.ts:6 comparison ',
      'unreached src/unused/unused.ts:1 boolean ',
    ])
    const summary = formatSummary(results, log)
    expect(summary).toMatch(/^killed 7 of 9 \(77 %\)\n/)
    expect(summary).toContain('  - return age < 13\n  + return age <= 13')
    expect(summary).toContain('fails without a mutant: test/ages/broken.test.ts: fails without a mutant, too')
    expect(readFileSync(join(folder.path, 'src/ages/ages.ts'), 'utf8')).toBe(files['src/ages/ages.ts'])
  })

  it('divides mutants between processes, and goes on where an earlier run was stopped', async () => {
    await using folder = await createTemporaryFolder(files)
    await symlink(join(projectFolder, 'node_modules'), join(folder.path, 'node_modules'))
    const mutants = pickMutants(folder.path, ['src/ages/ages.ts:3', 'src/ages/count.ts:3'])
    const keepAt = join(folder.path, 'results')
    const parts = { project: folder.path, mutants, budget: 60_000, limit: 500, jobs: 2, keepAt }
    const killedBy = async (...names: readonly string[]): Promise<readonly number[]> => {
      const tests = names.map((name) => `test/ages/${name}.test.ts`)
      const log = await runJobs({ ...parts, tests, onLine: () => {} })
      return log.flatMap((line) => (line.kind === 'killed' ? [line.mutant] : [])).sort((a, b) => a - b)
    }
    const ids = (file: string) => mutants.flatMap((mutant) => (mutant.file === file ? [mutant.id] : []))
    expect(await killedBy('ages')).toEqual(ids('src/ages/ages.ts'))
    // As if it was stopped while the last test file ran.
    const log = readFileSync(`${keepAt}.1`, 'utf8')
    writeFileSync(`${keepAt}.1`, `${log}{"kind":"file","file":"test/ages/count.test.ts"}\n{"kind":"try","mut`)
    await rm(join(folder.path, 'test/ages/ages.test.ts'))
    expect(await killedBy('ages', 'count')).toEqual(mutants.map(({ id }) => id))
    const others = { ...parts, mutants: mutants.slice(1), tests: [], onLine: () => {} }
    await expect(runJobs(others)).rejects.toThrow('has the results of other mutants')
  })
})
