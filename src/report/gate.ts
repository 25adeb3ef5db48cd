/**
 * The result of a gate in a report: --fail-on and --min-coverage of `standin exec` and `standin report`.
 */

export interface Gate {
  /** `--fail-on invalid`. */
  readonly name: string
  /** `skipped`: there was nothing to check. */
  readonly result: 'passed' | 'failed' | 'skipped'
  readonly message: string
  /** What made it fail, such as the requests; may be empty. */
  readonly details: readonly string[]
}
