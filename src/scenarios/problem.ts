/**
 * A problem at a place in the file of a scenario, before its line and column are looked up.
 */
export interface Problem {
  /** JSON pointer. */
  readonly pointer: string
  readonly message: string
}

/** How many problems of a scenario are reported, about. Each names all that is wrong with one step. */
export const maxProblems = 100
