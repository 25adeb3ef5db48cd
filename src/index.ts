/**
 * The public interface of the package.
 */

export type { Description } from './describe.ts'
export type { Finding } from './errors.ts'
export { ListenError, LoadError, UsageError } from './errors.ts'
export type { LogEntry } from './ports.ts'
export type { Standin, StandinOptions } from './standin.ts'
export { createStandin } from './standin.ts'
