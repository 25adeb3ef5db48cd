/**
 * `standin report` as a user runs it: its arguments, exit codes, output and files.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOperation, createReport, sampleReport, statusesOf } from '../support/coverage-reports.ts'
import { parseXml } from '../support/parse-xml.ts'
import { runStandin } from '../support/run-standin.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

/** Covers the 404 that the sample does not cover, and adds an operation. */
const shard = createReport([
  createOperation({ count: 1, statuses: statusesOf({ 200: 0, 401: 0, 404: 1 }) }),
  createOperation({ path: '/cats', count: 1, statuses: statusesOf({ 200: 1 }) }),
])

let folder: TemporaryFolder | undefined
const pathOf = (name: string): string => join(folder?.path ?? '', name)

beforeAll(async () => {
  folder = await createTemporaryFolder({
    'a.json': JSON.stringify(sampleReport),
    'b.json': JSON.stringify(shard),
    'two-thirds.json': JSON.stringify(createReport([createOperation({ statuses: statusesOf({ 1: 1, 2: 1, 3: 0 }) })])),
    'nothing.json': JSON.stringify(createReport([])),
    'wrong.json': '{"version": 2}',
    file: '',
  })
})
afterAll(() => folder?.remove())

describe('standin report', () => {
  it('shows one report', async () => {
    const { code, stdout, stderr } = await runStandin('report', pathOf('a.json'))
    expect(code).toBe(0)
    expect(stderr).toBe('')
    expect(stdout).toContain('GET /pets: 404')
    expect(stdout).toContain('60 %: 3 of 5 documented operation/status pairs')
  })

  it('merges several reports', async () => {
    const { code, stdout } = await runStandin('report', pathOf('a.json'), pathOf('b.json'))
    expect(code).toBe(0)
    expect(stdout).toContain('✓ 200 ×4  ✓ 401 ×1  ✓ 404 ×1')
    expect(stdout).toContain('83.3 %: 5 of 6 documented operation/status pairs')
  })

  it('writes a file of each format', async () => {
    const names = ['out/all.json', 'out/all.xml', 'out/all.md', 'out/all.html']
    const targets = names.flatMap((name) => ['--report', pathOf(name)])
    expect((await runStandin('report', pathOf('a.json'), pathOf('b.json'), ...targets)).code).toBe(0)
    const [json = '', xml = '', markdown, html] = await Promise.all(names.map((name) => readFile(pathOf(name), 'utf8')))
    expect(JSON.parse(json).summary).toEqual({ pairs: 6, covered: 5, percent: 83.3 })
    expect(parseXml(xml).attributes.get('tests')).toBe('6')
    expect(markdown).toMatch(/^## Coverage: 83.3 %\n/)
    expect(html).toMatch(/^<!doctype html>\n/)
  })

  it('can write its result to a file that it has read, and merge it again', async () => {
    await writeFile(pathOf('total.json'), JSON.stringify(shard))
    const both = ['report', pathOf('a.json'), pathOf('total.json'), '--report', pathOf('total.json')]
    expect((await runStandin(...both)).code).toBe(0)
    const { stdout } = await runStandin('report', pathOf('total.json'))
    expect(stdout).toContain('5 of 6 documented operation/status pairs')
  })
})

const gates: readonly { readonly file: string; readonly least: string; readonly code: number }[] = [
  { file: 'a.json', least: '0', code: 0 },
  { file: 'a.json', least: '60', code: 0 },
  { file: 'a.json', least: '60.1', code: 1 },
  { file: 'a.json', least: '100', code: 1 },
  { file: 'two-thirds.json', least: '66.66', code: 0 },
  { file: 'two-thirds.json', least: '66.67', code: 1 },
  { file: 'nothing.json', least: '0', code: 0 },
  { file: 'nothing.json', least: '1', code: 1 },
  { file: 'nothing.json', least: '100', code: 1 },
]

describe('--min-coverage', () => {
  for (const { file, least, code } of gates)
    it(`${least} on ${file} exits with ${code}`, async () =>
      expect((await runStandin('report', pathOf(file), '--min-coverage', least)).code).toBe(code))

  it('reports once which pairs are missing, and still writes the files', async () => {
    const target = pathOf('gate.md')
    const { stdout, stderr } = await runStandin('report', pathOf('a.json'), '--min-coverage', '80', '--report', target)
    expect(stderr).toBe('standin: coverage is 60 %, --min-coverage requires 80 %\n')
    expect(stdout).toContain('Missing\n\n  GET /pets: 404\n  POST /v1/messages: 400\n\n60 %')
    expect(await readFile(target, 'utf8')).toContain('60 %')
  })
})

it('--min-coverage on a report without pairs reports that nothing can be measured', async () => {
  const { stderr } = await runStandin('report', pathOf('nothing.json'), '--min-coverage', '80')
  expect(stderr).toContain('no documented operation/status pairs, so --min-coverage 80 cannot be met')
})

describe('wrong usage', () => {
  const rows: readonly { readonly name: string; readonly args: () => readonly string[]; readonly says: RegExp }[] = [
    { name: 'no files', args: () => [], says: /standin report needs at least one report/ },
    {
      name: 'an unknown file extension',
      args: () => [pathOf('a.json'), '--report', 'all.pdf'],
      says: /--report must have the file extension \.json, \.xml \(JUnit\), \.md or \.html, got "all\.pdf"/,
    },
    {
      name: 'an unknown file extension, which is rejected before files are read',
      args: () => [pathOf('missing.json'), '--report', 'all.pdf'],
      says: /all\.pdf/,
    },
    {
      name: 'a file that cannot be written',
      args: () => [pathOf('a.json'), '--report', pathOf('file/all.md')],
      says: /--report .*all\.md cannot be written/,
    },
    {
      name: 'more than 100 percent',
      args: () => [pathOf('a.json'), '--min-coverage', '120'],
      says: /--min-coverage must be a number from 0 to 100, got "120"/,
    },
  ]
  for (const { name, args, says } of rows)
    it(`is ${name}: exit code 2`, async () => {
      const { code, stderr } = await runStandin('report', ...args())
      expect(code).toBe(2)
      expect(stderr).toMatch(says)
    })
})

describe('files that cannot be loaded', () => {
  it('are all reported, and nothing is shown or written: exit code 3', async () => {
    const target = pathOf('never.json')
    const files = ['a.json', 'wrong.json', 'missing.json'].map(pathOf)
    const { code, stdout, stderr } = await runStandin('report', ...files, '--report', target)
    expect(code).toBe(3)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/wrong\.json:1:2: report\.version must be 1, got 2.*\(report-invalid\)/)
    expect(stderr).toMatch(/missing\.json: cannot be read.*\(file-unreadable\)/)
    expect(stderr).toContain('standin: 2 findings; nothing was reported')
    await expect(readFile(target)).rejects.toThrow('ENOENT')
  })
})

it('--help names the command', async () => expect((await runStandin('--help')).stdout).toContain('  report reports…'))
