/**
 * The public interface of the package.
 */

export { AdminError } from './admin/admin-error.ts'
export type { CoverageReport } from './admin/coverage-report.ts'
export type { SandboxRequest } from './admin/make-sandbox.ts'
export type { Offence } from './admin/offences.ts'
export type { Description } from './describe.ts'
export type { Finding, OffenceKind } from './errors.ts'
export { ListenError, LoadError, UsageError } from './errors.ts'
export type { Fetch } from './http/fetch.ts'
export type { LogEntry } from './ports.ts'
export type { Standin, StandinOptions } from './standin.ts'
export { createStandin } from './standin.ts'
export {
  AwaitError,
  type ExchangeCondition,
  type ExchangeFilter,
  type NearExchange,
  type RecordedExchange,
} from './testing/handle-exchanges.ts'
export type { KeyOptions, SandboxKey } from './testing/handle-keys.ts'
export type { AnyRecord, RecordKey, RecordPatch, RecordSet } from './testing/record-set.ts'
export type { SandboxHandle, SandboxHeaders } from './testing/sandbox-handle.ts'
