/**
 * Reads and validates reports written by `--report FILE.json`. Without validation, a file named by mistake would silently
 * falsify the merged numbers.
 */

import { findingsAt, type Mistake, readSource, type Source } from '../contract/document/source.ts'
import { getOwn, isJsonObject } from '../contract/values/json-object.ts'
import { appendPointer, formatPlace } from '../contract/values/pointer.ts'
import {
  type CoverageReport,
  type CoveredPart,
  type CoveredStatus,
  type OperationCoverage,
  summarizeCoverage,
} from '../control/actions/report-coverage.ts'
import { type Finding, LoadError } from '../errors.ts'

/** In the order of the files. Throws LoadError with the findings of all files. */
export const readReports = async (files: readonly string[]): Promise<readonly CoverageReport[]> => {
  const outcomes = await Promise.allSettled(files.map(readReport))
  const findings: Finding[] = []
  const reports: CoverageReport[] = []
  for (const outcome of outcomes)
    if (outcome.status === 'fulfilled') reports.push(outcome.value)
    else if (outcome.reason instanceof LoadError) findings.push(...outcome.reason.findings)
    else throw outcome.reason
  if (findings.length > 0) throw new LoadError(findings)
  return reports
}

/** Ignores unknown fields and computes the summary from the operations. Throws LoadError. */
export const readReport = async (file: string): Promise<CoverageReport> => {
  const source = await readJson(file)
  const mistakes: Mistake[] = []
  const addProblem: AddProblem = (pointer, expected, value) => {
    const message = `${formatPlace('report', pointer)} must be ${expected}, got ${describe(value)}; ${help}`
    mistakes.push({ code: 'report-invalid', pointer, message })
  }
  const operations = readOperations({ value: source.data, pointer: '', addProblem })
  if (mistakes.length > 0) throw new LoadError(await findingsAt(source, mistakes))
  return { version: 1, operations, summary: summarizeCoverage(operations) }
}

const help = 'pass a JSON file written by --report FILE.json, or write it again'

/** A file that does not parse is not a report, whatever else it may be. */
const readJson = async (file: string): Promise<Source> => {
  try {
    return await readSource(file, 'named')
  } catch (error) {
    if (!(error instanceof LoadError)) throw error
    throw new LoadError(error.findings.map(explainSyntax), { cause: error })
  }
}

const explainSyntax = (finding: Finding): Finding =>
  finding.code === 'syntax-error'
    ? { ...finding, code: 'report-invalid', message: `is not valid JSON, so not a coverage report; ${help}` }
    : finding

type AddProblem = (pointer: string, expected: string, value: unknown) => void

/** A value with its location in the file. */
interface Reading {
  readonly value: unknown
  readonly pointer: string
  readonly addProblem: AddProblem
}

const readOperations = (report: Reading): readonly OperationCoverage[] => {
  if (!checkObject(report, 'a coverage report')) return []
  const version = fieldOf(report, 'version')
  if (version.value !== 1) {
    reportMismatch(version, '1')
    return []
  }
  return readItems(fieldOf(report, 'operations'), readOperation)
}

const readOperation = (reading: Reading): OperationCoverage => ({
  operation: readString(fieldOf(reading, 'operation')),
  document: readString(fieldOf(reading, 'document')),
  method: readString(fieldOf(reading, 'method')),
  path: readString(fieldOf(reading, 'path')),
  deprecated: readBoolean(fieldOf(reading, 'deprecated')),
  count: readCount(fieldOf(reading, 'count')),
  statuses: readItems(fieldOf(reading, 'statuses'), readStatus),
  parameters: readItems(fieldOf(reading, 'parameters'), readPart),
  values: readItems(fieldOf(reading, 'values'), readPart),
  requestTypes: readItems(fieldOf(reading, 'requestTypes'), readPart),
  responseTypes: readItems(fieldOf(reading, 'responseTypes'), readPart),
  scenarios: readItems(fieldOf(reading, 'scenarios'), readPart),
})

const readStatus = (reading: Reading): CoveredStatus => ({
  ...readPart(reading),
  documented: readBoolean(fieldOf(reading, 'documented')),
})

const readPart = (reading: Reading): CoveredPart => ({
  name: readString(fieldOf(reading, 'name')),
  count: readCount(fieldOf(reading, 'count')),
})

const fieldOf = ({ value, pointer, addProblem }: Reading, name: string): Reading => ({
  value: getOwn(value, name),
  pointer: appendPointer(pointer, name),
  addProblem,
})

/** Items that are not objects are reported and skipped. */
const readItems = <Item>(list: Reading, read: (item: Reading) => Item): readonly Item[] => {
  const { value, pointer, addProblem } = list
  if (!Array.isArray(value)) {
    reportMismatch(list, 'a list')
    return []
  }
  return value
    .map((item: unknown, index) => ({ value: item, pointer: appendPointer(pointer, index), addProblem }))
    .filter((item) => checkObject(item, 'an object'))
    .map(read)
}

const checkObject = (reading: Reading, expected: string): boolean => {
  if (isJsonObject(reading.value)) return true
  reportMismatch(reading, expected)
  return false
}

const readString = (reading: Reading): string => {
  if (typeof reading.value === 'string') return reading.value
  reportMismatch(reading, 'a string')
  return ''
}

const readBoolean = (reading: Reading): boolean => {
  if (typeof reading.value === 'boolean') return reading.value
  reportMismatch(reading, 'true or false')
  return false
}

const readCount = (reading: Reading): number => {
  const { value } = reading
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  reportMismatch(reading, 'an integer, 0 or more')
  return 0
}

const reportMismatch = ({ pointer, value, addProblem }: Reading, expected: string): void =>
  addProblem(pointer, expected, value)

const describe = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (isJsonObject(value)) return 'an object'
  return JSON.stringify(value).slice(0, 80)
}
