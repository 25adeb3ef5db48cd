/**
 * What the process ends with. docs/errors.md says when.
 */
export const exitCodes = { well: 0, failed: 1, usage: 2, load: 3, interrupted: 130 } as const
