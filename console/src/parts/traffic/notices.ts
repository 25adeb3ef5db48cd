/**
 * What each kind of notice means. A kind that is not here, of a newer server, is shown by its name.
 */
const descriptions: Readonly<Record<string, string>> = {
  'ignored-properties':
    'Properties of the body were ignored: the document does not have them, or only the service sets them.',
  'undocumented-query': 'Query parameters were ignored: the operation does not document them.',
  'ignored-query': 'Documented query parameters had no effect on the list: no property has that name.',
  'scenario-passed-over': 'Steps of scenarios were skipped: the operation does not document their status.',
  'undocumented-status': 'The document does not have this status.',
  'fixtures-changed': 'The fixtures were edited after this sandbox was written to. Reset it to see them.',
  'idempotency-forgotten':
    'Idempotency keys were evicted with their responses. A repeated request is handled as a new one.',
  'invalid-example': 'Examples of the document do not match their own schema.',
  delivery: 'The sandbox has sent this request: a webhook or a callback.',
  'sandbox-evicted': 'The sandbox of this name was unused for too long and was deleted; this one is new.',
}

export const describeNotice = (kind: string): string => descriptions[kind] ?? kind
