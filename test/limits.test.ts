/**
 * docs/limits.md states the limits that the code has.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { idempotencyLimits } from '../src/behaviours/idempotency/idempotent-responses.ts'
import { patchLimits } from '../src/behaviours/operations/change/patch-budget.ts'
import { sortLimits } from '../src/behaviours/operations/list/page-request.ts'
import { maxExpanded, maxNesting } from '../src/contract/document/find-excess.ts'
import { maxOverlayReads, maxReads } from '../src/contract/document/json-path.ts'
import { maxPiped } from '../src/contract/document/read-pipe.ts'
import { maxPatternWork } from '../src/contract/patterns/run-program.ts'
import { maxXmlParts } from '../src/contract/request/read-xml.ts'
import { maxItems, maxText, maxValues } from '../src/contract/sample/value-limits.ts'
import { maxChoices } from '../src/contract/schema/schema-size.ts'
import { stepLimits } from '../src/contract/schema/validation-budget.ts'
import { maxViolations } from '../src/contract/schema/violations.ts'
import { maxDepth } from '../src/contract/values/json-text.ts'
import { maxWait } from '../src/control/actions/await-exchanges.ts'
import { maxScenarios } from '../src/control/actions/find-sandbox.ts'
import { scenarioLimits } from '../src/control/actions/scenario-room.ts'
import { maxOpen } from '../src/http/connections.ts'
import { networkLimits } from '../src/http/network-limits.ts'
import { defaultMaxBody, maxCodings } from '../src/http/read-body.ts'
import { queueLimits } from '../src/http/request-queue.ts'
import { grace } from '../src/http/server.ts'
import { resetLimits } from '../src/http/stream-resets.ts'
import { unsentLimits } from '../src/http/unsent-responses.ts'
import { defaultJournal } from '../src/journal/journal.ts'
import { optionTable } from '../src/options/option-table.ts'
import { recordLimits } from '../src/proxy/recording/observed-records.ts'
import { answerLimits } from '../src/proxy/recording/recorded-answers.ts'
import { archiveLimits } from '../src/proxy/recording/recording.ts'
import { knownLimits } from '../src/proxy/recording/scrubber.ts'
import { defaultLimits } from '../src/sandboxes/limits.ts'
import { maxRevoked } from '../src/sandboxes/revocations.ts'
import { defaultMaxSandboxes } from '../src/sandboxes/sandboxes.ts'
import { maxList } from '../src/store/list-size.ts'
import { maxGrants } from '../src/tokens/grants.ts'
import { parameterLimits } from '../src/tokens/oauth-request.ts'
import { slotLimits } from '../src/webhooks/delivery/fair-slots.ts'
import { maxWritten } from '../src/webhooks/delivery/note-deliveries.ts'
import { codesIn, readTable } from './support/markdown.ts'

const scenarioSchema: { readonly properties: { readonly steps: { readonly maxItems: number } } } = JSON.parse(
  readFileSync(new URL('../scenarios/scenario.schema.json', import.meta.url), 'utf8'),
)

const count = (number: number): string => number.toLocaleString('en-US')
const seconds = (milliseconds: number): string => `${milliseconds / 1000} s`
const mebibytes = (bytes: number): string => `${count(bytes / 1024 / 1024)} MiB`

/** The default of each limit, as the page writes it. */
const defaults: Readonly<Record<string, string>> = {
  'size of a body, also after decompression': mebibytes(defaultMaxBody),
  'nesting of a body': `${maxDepth} levels`,
  'steps to validate a value': `${count(stepLimits.least)}, and ${count(stepLimits.perValue)} for each value in it, at most ${count(stepLimits.most)}`,
  'elements and attributes of an XML body': count(maxXmlParts),
  'work to match a string with a pattern': `${count(maxPatternWork)} steps`,
  'violations in one response': count(maxViolations),
  'what a JSON Patch with copies makes of a record': `${mebibytes(patchLimits.size)} of JSON`,
  'records, or bodies of exchanges, in one response': `${mebibytes(maxList)} of JSON`,
  'items of arrays that a JSON Patch moves': count(patchLimits.moved),
  'a parameter of a login or token request': `${count(parameterLimits.short)} characters, ${count(parameterLimits.long)} for tokens and \`state\``,
  'bodies of the webhooks of one request': mebibytes(maxWritten),
  'steps of a scenario': count(scenarioSchema.properties.steps.maxItems),
  'access tokens of a sandbox that are revoked and have not expired': count(maxRevoked),
  'codes, and refresh tokens, of a sandbox': `${maxGrants} of each kind`,
  'time for the request line and the headers': seconds(networkLimits.headersTimeout),
  'time for a whole request': seconds(networkLimits.requestTimeout),
  'time of a connection without a request': seconds(networkLimits.idleTimeout),
  'time for which a client may read nothing of a response': seconds(networkLimits.sendTimeout),
  'responses that clients have not read, on all connections': mebibytes(unsentLimits.all),
  'requests of HTTP/2 that a client resets': `${resetLimits.atOnce} at once, ${resetLimits.perSecond} more each second`,
  'size of the request line and the headers': `${networkLimits.maxHeaders / 1024} KiB`,
  'open connections': count(networkLimits.maxConnections),
  'content codings of a body': count(maxCodings),
  'scenarios that a request names, or that are active': count(maxScenarios),
  'time to wait for exchanges': `${maxWait / 60_000} minutes`,
  'time for open requests when the server stops': seconds(grace),
  'nesting of a document, overlay, fixture or scenario': `${maxNesting} levels`,
  'a document that is a pipe or a device': mebibytes(maxPiped),
  'values of a file with its aliases written out': count(maxExpanded),
  'choices of one oneOf or anyOf': count(maxChoices),
  'values of a generated body': count(maxValues),
  'items of a generated list': count(maxItems),
  'characters of a generated text': count(maxText),
  'values that a target of an overlay reads': count(maxReads),
  'values that all targets of an overlay read': count(maxOverlayReads),
  durations: '10,000 years',
  'times of a clock': 'the years 0 to 9999',
  sandboxes: count(defaultMaxSandboxes),
  'exchanges in the journal of a sandbox': count(defaultJournal.exchanges),
  'all journals together': mebibytes(defaultJournal.bytes),
  'properties to sort by in one request': `${sortLimits.parts}, of at most ${sortLimits.length} characters each`,
  'time for which a request waits until it is handled': `${queueLimits.wait} ms`,
  'requests that wait until they are handled': count(queueLimits.waiting),
  'of these, requests behind another one on their connection': `${count(queueLimits.pipelined)}, and ${queueLimits.own} of each connection in any case`,
  'requests of one connection of HTTP/1.1 whose responses are not whole': count(maxOpen),
  'records in a sandbox': count(defaultLimits.records),
  'memory of the records, stored responses and logins of all sandboxes, without fixtures':
    'half of the heap that Node allows',
  'keys that are added to a sandbox': count(defaultLimits.keys),
  'snapshots of a sandbox': count(defaultLimits.snapshots),
  'scenarios that the control API adds': `${count(scenarioLimits.count)}, at most ${mebibytes(scenarioLimits.bytes)} together`,
  'attempts to deliver webhooks at once': `${slotLimits.shared}, divided between the sandboxes that send; one of each sandbox in any case, up to ${slotLimits.most}`,
  'answers of a recording': `${count(answerLimits.count)}, at most ${mebibytes(answerLimits.memory)} of memory`,
  'records of a recording': `${count(recordLimits.count)}, at most ${mebibytes(recordLimits.memory)} of memory`,
  'exchanges in the archive of a recording': `${count(archiveLimits.count)}, at most ${mebibytes(archiveLimits.bytes)}`,
  'secrets and personal values that a recording replaces': `${count(knownLimits.count)}, at most ${mebibytes(knownLimits.size)}`,
  'responses to idempotency keys, for each sandbox': `${count(idempotencyLimits.count)}, at most ${mebibytes(idempotencyLimits.size)} together`,
  'undocumented values in coverage': 'one count for each kind, `other`',
}

const rows = ['Requests', 'Overload', 'Connections', 'Files', 'What is kept'].flatMap((section) =>
  readTable('docs/limits.md', section),
)

it.each(Object.entries(defaults))('docs/limits.md states the default of "%s"', (name, expected) =>
  expect(rows.find(({ limit }) => limit === name)?.default).toBe(expected),
)

it('docs/limits.md lists no other limits, and only options that exist', () => {
  expect(rows.map(({ limit }) => limit ?? '').sort()).toEqual(Object.keys(defaults).sort())
  const options = rows.flatMap(({ option }) => codesIn(option).map((code) => code.replace(/^--/, '')))
  expect(options.filter((name) => !Object.hasOwn(optionTable, name))).toEqual([])
})
