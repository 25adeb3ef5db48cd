/**
 * docs/errors.md lists exactly the errors and findings of the catalogue; how findings are formatted.
 */
import { describe, expect, it } from 'vitest'
import { exitCodes } from '../src/cli/process.ts'
import { describeBug, errorCatalogue, type Finding, findingCatalogue, formatFinding, LoadError } from '../src/errors.ts'
import { codesIn, readTable, type TableRow } from './support/markdown.ts'

const file = 'docs/errors.md'

/** Each row explains when the error occurs and what to do. */
const expectHelp = (row: TableRow): void => {
  expect(row.When).toMatch(/\w.*\.$/)
  expect(row['What to do']).toMatch(/\w.*\.$/)
}

describe('errors in responses', () => {
  const rows = readTable(file, 'Errors in responses')

  it('are all documented, in the order of the catalogue', () =>
    expect(rows.map((row) => codesIn(row.Code)[0])).toEqual(Object.keys(errorCatalogue)))

  for (const [index, [code, { status, title }]] of Object.entries(errorCatalogue).entries())
    it(`${code} is documented with its status and title`, () => {
      const row = rows[index] ?? {}
      expect(row).toMatchObject({ Code: `\`${code}\``, 'HTTP status': String(status), Title: title })
      expectHelp(row)
    })
})

describe('findings in files', () => {
  const rows = readTable(file, 'Findings in files')

  it('are all documented, in the order of the catalogue', () =>
    expect(rows.map((row) => codesIn(row.Code)[0])).toEqual(Object.keys(findingCatalogue)))

  for (const [index, [code, title]] of Object.entries(findingCatalogue).entries())
    it(`${code} is documented with its title`, () => {
      const row = rows[index] ?? {}
      expect(row).toMatchObject({ Code: `\`${code}\``, Title: title })
      expectHelp(row)
    })
})

describe('exit codes', () => {
  it('are documented', () => {
    const documented = readTable(file, 'Exit codes').map((row) => Number(codesIn(row.Code)[0]))
    expect(documented).toEqual(Object.values(exitCodes))
  })
})

const findings: readonly { readonly name: string; readonly finding: Finding; readonly line: string }[] = [
  {
    name: 'with line and column',
    finding: { code: 'fixture-invalid', file: 'fixtures/pets.yaml', line: 3, column: 5, message: 'is wrong' },
    line: 'fixtures/pets.yaml:3:5: is wrong (fixture-invalid)',
  },
  {
    name: 'about a whole file',
    finding: { code: 'file-unreadable', file: 'spec/pets.yaml', message: 'is not there' },
    line: 'spec/pets.yaml: is not there (file-unreadable)',
  },
]

describe('formatFinding', () => {
  for (const { name, finding, line } of findings) it(name, () => expect(formatFinding(finding)).toBe(line))

  it('is one line in the message of a LoadError', () => {
    const error = new LoadError(findings.map(({ finding }) => finding))
    expect(error.message.split('\n')).toEqual(findings.map(({ line }) => line))
    expect(error.findings).toHaveLength(findings.length)
  })
})

describe('an unexpected error', () => {
  it('is described by its message and what to attach to a report, without a stack trace', () => {
    const error = new Error('the index is out of range')
    expect(describeBug(error)).toBe(
      'the index is out of range\nThis is a bug in Standin. To report it, attach the version (standin --version), the OpenAPI document, the command and this output',
    )
    expect(describeBug('a thrown string')).toMatch(/^a thrown string\n/)
  })
})
