/**
 * docs/round-trip.md: what share of the pairs goes from end to end, and why the others do not.
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

/** Why a pair does not go round, by the end of its collection's path; looked at one by one. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /\/runners\/\{runner_id\}\/labels$/,
    "POST adds names to a runner's labels and answers all of them; no record is made that has an id.",
  ],
  [
    /\/pages\/builds$/,
    'POST asks for a build and answers a status and an address; the builds that are listed have a number that it does not show.',
  ],
  [
    /\/proxy$/,
    'A proxy passes on to what runs in the cluster; its two paths only look like a collection and its items.',
  ],
  [/\/treasury\/debit_reversals$/, 'The list has to be asked for one financial account, which POST does not take.'],
  [
    /\/garbage-collection$/,
    'It is below a registry that has to be made first, at an address that is not the one above it (`POST /v2/registry`).',
  ],
  [
    /\/OutgoingCallerIds\.json$/,
    'POST starts a call and answers a code; the caller id comes to be when somebody picks up.',
  ],
  [/\/allowedOrigins$/, 'By its schema POST answers a list, by its example the record; the example is served.'],
]

export const writeRoundTripPage = (tried: readonly TriedDocument[]): string =>
  `${[
    '# From end to end',
    '',
    'Written by `npm run round-trip`. In the documents below, each collection with a POST and a path of its items is counted, on the raw document, by a script that knows nothing of what Standin infers. Each pair is then tried on `standin DOCUMENT --any-key`, with nothing written by hand: create, read the same, find it in the list, change it, read it changed, delete it, miss it; as far as the document has the operations. Every response is held against the document.',
    '',
    `**${shareOf(tried.flatMap(({ trips }) => trips)).text}** of the pairs go from end to end.`,
    '',
    '| document | pairs | from end to end |',
    '|---|---|---|',
    ...tried.map(({ name, trips }) => `| ${name} | ${trips.length} | ${shareOf(trips).text} |`),
    '',
    '## The rest',
    '',
    '| document | collection | went well | then | why |',
    '|---|---|---|---|---|',
    ...tried.flatMap(({ name, trips }) => trips.flatMap((trip) => writeFailure(name, trip))),
  ].join('\n')}\n`

const writeFailure = (name: string, { pair, steps, failure }: Trip): readonly string[] => {
  if (failure === undefined) return []
  const [, why = 'Not looked into.'] = reasons.find(([pattern]) => pattern.test(pair.collection)) ?? []
  const cells = [name, `\`${pair.collection}\``, steps.join(', '), failure.slice(0, 160), why]
  return [`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`]
}
