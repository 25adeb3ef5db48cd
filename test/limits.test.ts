/**
 * docs/limits.md states the limits that the code has.
 */
import { expect, it } from 'vitest'
import { idempotencyLimits } from '../src/behaviours/idempotency/idempotent-responses.ts'
import { patchLimits } from '../src/behaviours/operations/change/patch-budget.ts'
import { maxPatternWork } from '../src/contract/patterns/run-program.ts'
import { stepLimits } from '../src/contract/schema/validation-budget.ts'
import { maxViolations } from '../src/contract/schema/violations.ts'
import { maxDepth } from '../src/contract/values/json-text.ts'
import { defaultMaxBody } from '../src/http/read-body.ts'
import { defaultJournal } from '../src/journal/journal.ts'
import { optionTable } from '../src/options.ts'
import { defaultLimits } from '../src/sandboxes/limits.ts'
import { defaultMaxSandboxes } from '../src/sandboxes/sandboxes.ts'
import { codesIn, readTable } from './support/markdown.ts'

const count = (number: number): string => number.toLocaleString('en-US')
const mebibytes = (bytes: number): string => `${count(bytes / 1024 / 1024)} MiB`

/** The default of each limit, as the page writes it. */
const defaults: Readonly<Record<string, string>> = {
  'size of a body, also after decompression': mebibytes(defaultMaxBody),
  'nesting of a body': `${maxDepth} levels`,
  'steps to validate a value': `${count(stepLimits.least)}, and ${count(stepLimits.perValue)} for each value in it, at most ${count(stepLimits.most)}`,
  'work to match a string with a pattern': `${count(maxPatternWork)} steps`,
  'violations in one response': count(maxViolations),
  'what a JSON Patch with copies makes of a record': `${mebibytes(patchLimits.size)} of JSON`,
  sandboxes: count(defaultMaxSandboxes),
  'exchanges in the journal of a sandbox': count(defaultJournal.exchanges),
  'all journals together': mebibytes(defaultJournal.bytes),
  'records in a sandbox': count(defaultLimits.records),
  'memory of the records and stored responses of all sandboxes, without fixtures': 'half of the heap that Node allows',
  'keys that are added to a sandbox': count(defaultLimits.keys),
  'snapshots of a sandbox': count(defaultLimits.snapshots),
  'responses to idempotency keys, for each sandbox': `${count(idempotencyLimits.count)}, at most ${mebibytes(idempotencyLimits.size)} together`,
  'undocumented values in coverage': 'one count for each kind, `other`',
}

const rows = ['Requests', 'What is kept'].flatMap((section) => readTable('docs/limits.md', section))

it.each(Object.entries(defaults))('docs/limits.md states the default of "%s"', (name, expected) =>
  expect(rows.find(({ limit }) => limit === name)?.default).toBe(expected),
)

it('docs/limits.md lists no other limits, and only options that exist', () => {
  expect(rows.map(({ limit }) => limit ?? '').sort()).toEqual(Object.keys(defaults).sort())
  const options = rows.flatMap(({ option }) => codesIn(option).map((code) => code.replace(/^--/, '')))
  expect(options.filter((name) => !Object.hasOwn(optionTable, name))).toEqual([])
})
