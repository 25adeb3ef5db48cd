/**
 * Where the output has colours.
 */
import { expect, it } from 'vitest'
import { isColored } from '../../src/cli/is-colored.ts'

it.each([
  { where: 'a terminal', isTerminal: true, environment: { TERM: 'xterm-256color' }, expected: true },
  { where: 'a terminal of Windows, without TERM', isTerminal: true, environment: {}, expected: true },
  { where: 'a terminal without colours', isTerminal: true, environment: { TERM: 'dumb' }, expected: false },
  { where: 'a terminal whose user wants none', isTerminal: true, environment: { NO_COLOR: '1' }, expected: false },
  { where: 'a terminal with an empty NO_COLOR', isTerminal: true, environment: { NO_COLOR: '' }, expected: true },
  { where: 'a pipe', isTerminal: undefined, environment: { TERM: 'xterm-256color' }, expected: false },
  { where: 'a file', isTerminal: false, environment: { TERM: 'xterm-256color' }, expected: false },
])('$where: $expected', ({ isTerminal, environment, expected }) => {
  expect(isColored(isTerminal, environment)).toBe(expected)
})
