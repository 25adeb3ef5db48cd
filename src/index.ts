/**
 * The public API of the package.
 */

export type { AnySandbox } from './client/any-sandbox.ts'
export { AwaitError, type NearExchange, type RecordedExchange } from './client/await-error.ts'
export type { ExchangeCondition, ExchangeFilter } from './client/handle-exchanges.ts'
export type { KeyOptions, SandboxKey } from './client/handle-keys.ts'
export type { RecordKey, RecordPatch, RecordSet } from './client/record-set.ts'
export type { SandboxHandle, SandboxHeaders } from './client/sandbox-handle.ts'
export { ControlError } from './control/actions/control-error.ts'
export type { SandboxRequest } from './control/actions/create-sandbox.ts'
export type { CoverageReport } from './control/actions/report-coverage.ts'
export type { Issue } from './control/actions/watch-issues.ts'
export type { Finding, IssueKind } from './errors.ts'
export { ListenError, LoadError, UsageError } from './errors.ts'
export type { Fetch } from './http/fetch.ts'
export type { Description } from './loading/describe.ts'
export type { InlineFixtures } from './loading/load-fixtures.ts'
export type { LogEntry } from './ports.ts'
// All of its names: TypeScript lets a project extend an interface only where it is exported in this way.
export type * from './register.ts'
export type { CloseOptions, Standin } from './standin.ts'
export { createStandin } from './standin.ts'
export type { InlineDocument, InlineScenario, InlineScenarios, StandinOptions } from './standin-options.ts'
