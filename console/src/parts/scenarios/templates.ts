/**
 * Scenarios to start from.
 */

/** An operation in a step: quoted where its name has characters of YAML, such as `GET /pets/{id}`. */
const quote = (operation: string): string =>
  /^[\w/.-]+$/.test(operation) ? operation : `'${operation.replaceAll("'", "''")}'`

/** A scenario for a status of the document: the first status of a range, 500 for `default`. */
export const writeStatus = (operation: string, status: string): string => {
  const digit = /^[1-5](?=XX$)/i.exec(status)?.[0]
  const code = /^\d{3}$/.test(status) ? status : digit === undefined ? '500' : `${digit}00`
  return `description: One operation responds with ${code}; everything else works as usual.
steps:
  - when: { operation: ${quote(operation)} }
    respond: { status: ${code} }
`
}

export interface Template {
  readonly id: string
  readonly label: string
  /** A name for the scenario. */
  readonly name: string
  /** `operation`: an operationId of the served documents. */
  readonly write: (operation: string) => string
}

export const templates: readonly Template[] = [
  {
    id: 'blank',
    label: 'One operation fails',
    name: 'my-scenario',
    write: (operation) => `description: One operation fails; everything else works as usual.
steps:
  - when: { operation: ${quote(operation)} }
    respond: { status: 500 }
    contract: ignore
`,
  },
  {
    id: 'retry',
    label: 'Fails once, then succeeds',
    name: 'fails-once',
    write: () => `description: The first call of each operation fails with 503; the next ones succeed.
steps:
  - when: { operation: '*', call: 1 }
    respond: { status: 503, headers: { Retry-After: '1' } }
    contract: ignore
`,
  },
  {
    id: 'slow',
    label: 'Slow, then broken',
    name: 'slow-then-broken',
    write: (
      operation,
    ) => `description: Every response takes half a second, and every fifth call of one operation ends without a response.
steps:
  - when: { operation: '*' }
    delay: 500ms
  - when: { operation: ${quote(operation)}, call: every 5 }
    fault: reset
`,
  },
  {
    id: 'limit',
    label: 'A rate limit',
    name: 'five-a-minute',
    write: () => `description: Five calls a minute succeed. Further calls get 429 with Retry-After.
steps:
  - when: { operation: '*' }
    limit: { requests: 5, per: 1m }
`,
  },
  {
    id: 'later',
    label: 'Another date, no records',
    name: 'new-year',
    write: () => `description: It is 1 January 2031, and there are no records at first.
steps:
  - when: { operation: '*' }
    clock: '2031-01-01T00:00:00Z'
    records: none
`,
  },
]
