/**
 * Whether text for a stream may be coloured.
 */
import type { Environment } from '../options/resolve-options.ts'

/** In a terminal that shows colours, unless the user wants none (https://no-color.org). Node has undefined for a pipe. */
export const isColored = (isTerminal: boolean | undefined, { NO_COLOR, TERM }: Environment): boolean =>
  isTerminal === true && !NO_COLOR && TERM !== 'dumb'
