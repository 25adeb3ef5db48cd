/**
 * What the client of `npm run demo` sends: chapters in order, then a few requests that it repeats. Each chapter has one thing to see
 * in the log and in the console.
 */

export interface DemoRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** Below the address of the sandbox. */
  readonly path: string
  /** Default: demo-key. `null`: none. */
  readonly key?: string | null
  readonly body?: object
  /** The sandbox that is addressed. Default: the sandbox default. */
  readonly sandbox?: string
}

interface Chapter {
  /** One line above the chapter's requests in the log. */
  readonly title: string
  /** A sandbox to create first. */
  readonly creates?: { readonly id: string; readonly scenario: string }
  readonly requests: readonly DemoRequest[]
}

const crowded = 'adoption-day'

const add = (body: object, sandbox?: string): DemoRequest => ({
  method: 'POST',
  path: '/v1/pets',
  body,
  ...(sandbox === undefined ? {} : { sandbox }),
})

const send = (message: string, sandbox?: string): DemoRequest => ({
  method: 'POST',
  path: '/messages',
  body: { message },
  ...(sandbox === undefined ? {} : { sandbox }),
})

export const chapters: readonly Chapter[] = [
  {
    title: 'The app of the store opens the catalogue',
    requests: [{ path: '/v1/pets?limit=10' }, { path: '/v1/pets?status=available' }, { path: '/v1/pets/101' }],
  },
  {
    title: 'A form with two mistakes, then the corrected one, with a property that the API does not have',
    requests: [
      add({ name: 'Rex', categoryId: 'dogs', status: 'new' }),
      add({ name: 'Rex', categoryId: 11, status: 'available', weight: 12 }),
    ],
  },
  {
    title: 'Messages to customers, the second one without its text',
    requests: [
      send('Rex is ready to meet you.'),
      { method: 'POST', path: '/messages', body: { text: 'See you on Saturday!' } },
      send('See you on Saturday!'),
    ],
  },
  {
    title: 'Requests that are wrong in other ways: parameters, an animal, a path, a method',
    requests: [
      { path: '/v1/pets?limit=1000' },
      { path: '/v1/pets?status=sold&sort=name' },
      { path: '/v1/pets/999' },
      { path: '/v1/pet/101' },
      { method: 'DELETE', path: '/v1/pets/101' },
    ],
  },
  {
    title: 'An expired key, no key, and a valid one',
    requests: [
      { path: '/v1/pets?limit=5', key: 'demo-key-expired' },
      { path: '/v1/pets?limit=5', key: null },
      { path: '/v1/pets?limit=5' },
    ],
  },
  {
    title: `Adoption day, in a sandbox of its own: ${crowded}`,
    creates: { id: crowded, scenario: 'adoption-day' },
    requests: [
      { path: '/v1/pets?status=available', sandbox: crowded },
      add({ name: 'Biscuit', categoryId: 11, status: 'available' }, crowded),
      add({ name: 'Olive', categoryId: 10, status: 'pending' }, crowded),
      add({ name: 'Pickles', categoryId: 12, status: 'available' }, crowded),
      send('Pickles can be collected at noon.', crowded),
    ],
  },
]

/** Sent in turn, slowly, after the chapters. */
export const routine: readonly DemoRequest[] = [
  { path: '/v1/pets?status=available' },
  { path: '/v1/pets?limit=5', sandbox: crowded },
  { path: '/v1/pets/142' },
  send('The store closes in an hour.'),
  { path: '/v1/pets?status=unknown' },
  { path: '/v1/pets?status=pending', sandbox: crowded },
]
