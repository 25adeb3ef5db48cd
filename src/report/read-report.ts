/**
 * Reports as files: what `--report FILE.json` wrote, read back and checked, since a file that was named by mistake would
 * otherwise become a wrong figure.
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

/** In the order of the files. Throws LoadError with what is wrong in all of them, not only in the first. */
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

/** Fields that a report does not have are left out, the summary is computed anew. Throws LoadError. */
export const readReport = async (file: string): Promise<CoverageReport> => {
  const source = await readText(file)
  const mistakes: Mistake[] = []
  const complain: Complain = (pointer, expected, value) => {
    const message = `${formatPlace('report', pointer)} must be ${expected}, got ${describe(value)}; ${help}`
    mistakes.push({ code: 'report-invalid', pointer, message })
  }
  const operations = toOperations({ value: source.data, pointer: '', complain })
  if (mistakes.length > 0) throw new LoadError(await findingsAt(source, mistakes))
  return { version: 1, operations, summary: summarizeCoverage(operations) }
}

const help = 'name a JSON file that --report FILE.json wrote, or have it written again'

/** A text that is no JSON is no report, whatever else it may be. */
const readText = async (file: string): Promise<Source> => {
  try {
    return await readSource(file)
  } catch (error) {
    if (!(error instanceof LoadError)) throw error
    throw new LoadError(error.findings.map(explainSyntax), { cause: error })
  }
}

const explainSyntax = (finding: Finding): Finding =>
  finding.code === 'syntax-error'
    ? { ...finding, code: 'report-invalid', message: `is not a coverage report, which is JSON; ${help}` }
    : finding

type Complain = (pointer: string, expected: string, value: unknown) => void

/** A value that is being read, and where it stands. */
interface Reading {
  readonly value: unknown
  readonly pointer: string
  readonly complain: Complain
}

const toOperations = (report: Reading): readonly OperationCoverage[] => {
  if (!checkObject(report, 'a coverage report')) return []
  const version = fieldOf(report, 'version')
  if (version.value !== 1) {
    reject(version, '1')
    return []
  }
  return toItems(fieldOf(report, 'operations'), toOperation)
}

const toOperation = (reading: Reading): OperationCoverage => ({
  operation: toText(fieldOf(reading, 'operation')),
  document: toText(fieldOf(reading, 'document')),
  method: toText(fieldOf(reading, 'method')),
  path: toText(fieldOf(reading, 'path')),
  deprecated: toFlag(fieldOf(reading, 'deprecated')),
  count: toCount(fieldOf(reading, 'count')),
  statuses: toItems(fieldOf(reading, 'statuses'), toStatus),
  parameters: toItems(fieldOf(reading, 'parameters'), toPart),
  values: toItems(fieldOf(reading, 'values'), toPart),
  requestTypes: toItems(fieldOf(reading, 'requestTypes'), toPart),
  responseTypes: toItems(fieldOf(reading, 'responseTypes'), toPart),
  scenarios: toItems(fieldOf(reading, 'scenarios'), toPart),
})

const toStatus = (reading: Reading): CoveredStatus => ({
  ...toPart(reading),
  documented: toFlag(fieldOf(reading, 'documented')),
})

const toPart = (reading: Reading): CoveredPart => ({
  name: toText(fieldOf(reading, 'name')),
  count: toCount(fieldOf(reading, 'count')),
})

const fieldOf = ({ value, pointer, complain }: Reading, name: string): Reading => ({
  value: getOwn(value, name),
  pointer: appendPointer(pointer, name),
  complain,
})

/** Items that are no objects are complained of once, and left out. */
const toItems = <Item>(list: Reading, read: (item: Reading) => Item): readonly Item[] => {
  const { value, pointer, complain } = list
  if (!Array.isArray(value)) {
    reject(list, 'a list')
    return []
  }
  return value
    .map((item: unknown, index) => ({ value: item, pointer: appendPointer(pointer, index), complain }))
    .filter((item) => checkObject(item, 'an object'))
    .map(read)
}

const checkObject = (reading: Reading, expected: string): boolean => {
  const isFit = isJsonObject(reading.value)
  if (!isFit) reject(reading, expected)
  return isFit
}

const toText = (reading: Reading): string => {
  if (typeof reading.value === 'string') return reading.value
  reject(reading, 'a text')
  return ''
}

const toFlag = (reading: Reading): boolean => {
  if (typeof reading.value === 'boolean') return reading.value
  reject(reading, 'true or false')
  return false
}

const toCount = (reading: Reading): number => {
  const { value } = reading
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  reject(reading, 'an integer from 0 on')
  return 0
}

const reject = ({ pointer, value, complain }: Reading, expected: string): void => complain(pointer, expected, value)

const describe = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (isJsonObject(value)) return 'an object'
  return JSON.stringify(value).slice(0, 80)
}
