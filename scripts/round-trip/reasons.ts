/**
 * Why a pair does not complete, by document and collection. Each was examined by hand.
 */
const reasons: readonly (readonly [document: RegExp, collection: RegExp, reason: string])[] = [
  [
    /^stripe$/,
    /\/treasury\/debit_reversals$/,
    'The list requires a financial account as a parameter; POST does not accept one.',
  ],
  [
    /^digitalocean$/,
    /\/garbage-collection$/,
    'It is below a registry that must be created first, at a different address (`POST /v2/registry`).',
  ],
  [
    /^twilio$/,
    /\/OutgoingCallerIds\.json$/,
    'POST starts a call and returns a code. The caller id is created when somebody answers the call.',
  ],
  [
    /^adyen-management$/,
    /\/allowedOrigins$/,
    'The schema of POST returns a list, its example returns a record. The example is served.',
  ],
]

export const reasonFor = (document: string, collection: string): string | undefined =>
  reasons.find(([ofDocument, ofCollection]) => ofDocument.test(document) && ofCollection.test(collection))?.[2]
