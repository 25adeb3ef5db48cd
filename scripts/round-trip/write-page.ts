/**
 * Writes docs/round-trip.md: how many pairs pass all steps, and why the others do not.
 */
import type { Trip } from './run-pair.ts'

export interface TriedDocument {
  readonly name: string
  readonly trips: readonly Trip[]
}

export const shareOf = (trips: readonly Trip[]): { readonly percent: number; readonly text: string } => {
  const good = trips.filter(({ failure }) => failure === undefined).length
  const percent = trips.length === 0 ? 100 : (good / trips.length) * 100
  return { percent, text: `${good} of ${trips.length} (${percent.toFixed(1)} %)` }
}

/** Why a pair fails, by the end of its collection's path. Each was examined by hand. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /\/runners\/\{runner_id\}\/labels$/,
    "POST adds names to a runner's labels and returns all of them; it creates no record with an id.",
  ],
  [
    /\/pages\/builds$/,
    'POST requests a build and returns a status and an address; listed builds have a number that this response does not contain.',
  ],
  [/\/proxy$/, 'A proxy forwards requests into the cluster; its two paths only look like a collection and its items.'],
  [/\/treasury\/debit_reversals$/, 'The list requires a financial account, which POST does not accept.'],
  [
    /\/garbage-collection$/,
    'It belongs to a registry that must be created first, at another address (`POST /v2/registry`).',
  ],
  [
    /\/OutgoingCallerIds\.json$/,
    'POST starts a call and returns a code; the caller id is created when somebody picks up.',
  ],
  [
    /\/allowedOrigins$/,
    'The schema says that POST returns a list, the example shows a record; Standin serves the example.',
  ],
]

export const writeRoundTripPage = (tried: readonly TriedDocument[]): string =>
  `${[
    '# From end to end',
    '',
    'Written by `npm run round-trip`. A script counts each collection that has a POST and a path for its items, in the raw document and independent of what Standin infers. It then runs each pair against `standin DOCUMENT --any-key`, with no configuration: create, read, list, change, read again, delete, expect 404. Steps without an operation in the document are skipped. Every response is validated against the document.',
    '',
    `**${shareOf(tried.flatMap(({ trips }) => trips)).text}** of the pairs pass all steps.`,
    '',
    '| document | pairs | pass all steps |',
    '|---|---|---|',
    ...tried.map(({ name, trips }) => `| ${name} | ${trips.length} | ${shareOf(trips).text} |`),
    '',
    '## Failures',
    '',
    '| document | collection | passed | failed at | why |',
    '|---|---|---|---|---|',
    ...tried.flatMap(({ name, trips }) => trips.flatMap((trip) => writeFailure(name, trip))),
  ].join('\n')}\n`

const writeFailure = (name: string, { pair, steps, failure }: Trip): readonly string[] => {
  if (failure === undefined) return []
  const [, why = 'Not examined.'] = reasons.find(([pattern]) => pattern.test(pair.collection)) ?? []
  const cells = [name, `\`${pair.collection}\``, steps.join(', '), failure.slice(0, 160), why]
  return [`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`]
}
