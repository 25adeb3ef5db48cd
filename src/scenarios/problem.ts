/**
 * A problem at a place in the file of a scenario, before its line and column are looked up.
 */
export interface Problem {
  /** JSON pointer. */
  readonly pointer: string
  readonly message: string
}
