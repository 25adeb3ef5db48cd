/**
 * docs/round-trip.md: which share of the pairs completes a round trip, and why the others do not.
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

/** Why a pair does not complete, by the end of its collection's path. Each was examined by hand. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /\/runners\/\{runner_id\}\/labels$/,
    "POST adds names to a runner's labels and returns all of them. It creates no record with an id.",
  ],
  [
    /\/pages\/builds$/,
    'POST requests a build and returns a status and an address. The builds in the list have a number that POST does not return.',
  ],
  [
    /\/proxy$/,
    'A proxy forwards to a service in the cluster. Its two paths only look like a collection and its items.',
  ],
  [/\/treasury\/debit_reversals$/, 'The list requires a financial account as a parameter; POST does not accept one.'],
  [
    /\/garbage-collection$/,
    'It is below a registry that must be created first, at a different address (`POST /v2/registry`).',
  ],
  [
    /\/OutgoingCallerIds\.json$/,
    'POST starts a call and returns a code. The caller id is created when somebody answers the call.',
  ],
  [/\/allowedOrigins$/, 'The schema of POST returns a list, its example returns a record. The example is served.'],
]

export const writeRoundTripPage = (tried: readonly TriedDocument[]): string =>
  `${[
    '# Round trips',
    '',
    'Written by `npm run round-trip`. How much of a real API works with nothing but its document? A script counts every collection that has a POST and a path of its items, in the raw document, without using what Standin infers. It tries each pair on `standin DOCUMENT --any-key`: create, read, find in the list, change, read the change, delete, get 404. It skips operations that the document does not have. Every response is validated against the document.',
    '',
    `**${shareOf(tried.flatMap(({ trips }) => trips)).text}** of the pairs complete the round trip.`,
    '',
    '| document | pairs | complete |',
    '|---|---|---|',
    ...tried.map(({ name, trips }) => `| ${name} | ${trips.length} | ${shareOf(trips).text} |`),
    '',
    '## Incomplete pairs',
    '',
    '| document | collection | completed steps | failure | reason |',
    '|---|---|---|---|---|',
    ...tried.flatMap(({ name, trips }) => trips.flatMap((trip) => writeFailure(name, trip))),
  ].join('\n')}\n`

const writeFailure = (name: string, { pair, steps, failure }: Trip): readonly string[] => {
  if (failure === undefined) return []
  const [, why = 'Not examined.'] = reasons.find(([pattern]) => pattern.test(pair.collection)) ?? []
  const cells = [name, `\`${pair.collection}\``, steps.join(', '), failure.slice(0, 160), why]
  return [`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`]
}
