/**
 * Reading coverage reports: a written report is read back unchanged, and each invalid file is reported with its location.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import { type Finding, LoadError } from '../../src/errors.ts'
import { readReport, readReports } from '../../src/report/read-report.ts'
import { writeReport } from '../../src/report/write-report.ts'
import { reportArbitrary, sampleReport } from '../support/coverage-reports.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

const operation = JSON.stringify(sampleReport.operations[0])
const withOperation = (change: (text: string) => string): string =>
  `{"version": 1, "operations": [${change(operation)}]}`

const wrong: readonly { readonly name: string; readonly text: string; readonly says: string }[] = [
  { name: 'an empty file', text: '', says: 'is not valid JSON, so not a coverage report' },
  { name: 'a JUnit report', text: '<?xml version="1.0"?>\n<testsuites name="a: b">\n', says: 'coverage report' },
  {
    name: 'truncated JSON',
    text: '{"version": 1, "operations": [',
    says: 'is not valid JSON, so not a coverage report',
  },
  { name: 'a list', text: '[]', says: 'report must be a coverage report, got a list' },
  { name: 'null', text: 'null', says: 'report must be a coverage report, got null' },
  { name: 'an object without a version', text: '{"name": "standin"}', says: 'report.version must be 1, got nothing' },
  { name: 'another version', text: '{"version": 2, "operations": []}', says: 'report.version must be 1, got 2' },
  { name: 'no operations', text: '{"version": 1}', says: 'report.operations must be a list, got nothing' },
  {
    name: 'an operation that is not an object',
    text: '{"version": 1, "operations": [7]}',
    says: 'report.operations[0] must be an object, got 7',
  },
  {
    name: 'a path that is not a string',
    text: withOperation((text) => text.replace('"path":"/pets"', '"path":null')),
    says: 'report.operations[0].path must be a string, got null',
  },
  {
    name: 'a negative count',
    text: withOperation((text) => text.replace('"count":6', '"count":-6')),
    says: 'report.operations[0].count must be an integer, 0 or more, got -6',
  },
  {
    name: 'a count with a fraction',
    text: withOperation((text) => text.replace('"count":4', '"count":0.5')),
    says: 'report.operations[0].statuses[0].count must be an integer, 0 or more, got 0.5',
  },
  {
    name: 'a status whose documented flag is not a boolean',
    text: withOperation((text) => text.replace('"documented":true', '"documented":"yes"')),
    says: 'report.operations[0].statuses[0].documented must be true or false, got "yes"',
  },
]

const findingsOf = async (reading: Promise<unknown>): Promise<readonly Finding[]> => {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert(error instanceof LoadError, `a LoadError, got ${String(error)}`)
  return error.findings
}

describe('a report as a file', () => {
  let folder: TemporaryFolder | undefined
  const pathOf = (name: string): string => join(folder?.path ?? '', name)
  beforeAll(async () => {
    folder = await createTemporaryFolder(
      Object.fromEntries(wrong.map(({ text }, index) => [`wrong-${index}.json`, text])),
    )
  })
  afterAll(() => folder?.remove())

  it('is read back unchanged', () =>
    fc.assert(
      fc.asyncProperty(reportArbitrary, async (report) => {
        await writeReport(pathOf('written.json'), report)
        expect(await readReport(pathOf('written.json'))).toEqual(report)
      }),
      { numRuns: 30, seed: 1 },
    ))

  it('can be written to a folder that does not exist yet', async () => {
    await writeReport(pathOf('new/deep/written.json'), sampleReport)
    expect(await readReports([pathOf('new/deep/written.json')])).toEqual([sampleReport])
  })

  for (const [index, { name, says }] of wrong.entries())
    it(`is rejected if it is ${name}`, async () => {
      const file = pathOf(`wrong-${index}.json`)
      const [finding] = await findingsOf(readReport(file))
      expect(finding).toMatchObject({ code: 'report-invalid', file })
      expect(finding?.message).toContain(says)
      expect(finding?.message).toContain('--report FILE.json')
    })

  it('is rejected if it does not exist', async () =>
    expect(await findingsOf(readReport(pathOf('missing.json')))).toMatchObject([
      { code: 'file-unreadable', file: pathOf('missing.json') },
    ]))

  it('is rejected together with all other invalid files', async () => {
    const files = ['wrong-3.json', 'missing.json', 'wrong-6.json'].map(pathOf)
    expect((await findingsOf(readReports(files))).map(({ file }) => file)).toEqual(files)
  })

  it('is rejected with the line of the mistake', async () => {
    const lines = JSON.stringify({ ...sampleReport, version: 3 }, undefined, 2)
    await using other = await createTemporaryFolder({ 'lines.json': lines })
    expect(await findingsOf(readReport(join(other.path, 'lines.json')))).toMatchObject([{ line: 2, column: 3 }])
  })
})
