/**
 * Undo of a switch of scenarios: what was switched later stays.
 */
import { describe, expect, it } from 'vitest'
import { undoSwitch } from '../../console/src/parts/scenarios/undo-switch.ts'

describe('undo', () => {
  const rows: readonly (readonly [what: string, before: string, after: string, now: string, undone: string])[] = [
    ['switches off what was switched on', 'a', 'a b', 'a b', 'a'],
    ['switches on what was switched off, in its place', 'a b c', 'a c', 'a c', 'a b c'],
    ['keeps what was switched on later', 'a', 'a b', 'a b c', 'a c'],
    ['keeps what was switched off later', 'a b', 'a b c', 'b c', 'b'],
    ['switches all on again, before what was switched on later', 'a b', '', 'c', 'a b c'],
    ['moves back, without what was switched off later', 'a b c', 'b a c', 'b a', 'a b'],
    ['changes nothing that was undone otherwise', 'a', 'a b', 'a', 'a'],
  ]
  const namesIn = (text: string): readonly string[] => text.split(' ').filter((name) => name !== '')
  for (const [what, before, after, now, undone] of rows)
    it(what, () => expect(undoSwitch(namesIn(before), namesIn(after), namesIn(now)).join(' ')).toBe(undone))
})
