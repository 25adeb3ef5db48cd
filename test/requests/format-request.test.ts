/**
 * Sample requests as text: a real shell splits the curl command into the words that were meant, and the JavaScript and the
 * Python are read by their own rules.
 */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { formatCurl, formatFetch, formatPython } from '../../src/requests/format-request.ts'
import type { SampleRequest } from '../../src/requests/sample-request.ts'

const origin = 'http://127.0.0.1:4010'

const request = (given: Partial<SampleRequest>): SampleRequest => ({
  method: 'GET',
  path: '/gadgets',
  headers: [],
  login: undefined,
  body: undefined,
  ...given,
})

const hostile = `it's "quoted" $HOME \`id\` \\ ; & | * é\n@next`

/** The words that a shell passes to curl. */
const wordsOf = (command: string): readonly string[] => {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }; ${command}`
  const { stdout, status } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(status).toBe(0)
  return stdout.split('\0').slice(0, -1)
}

const rows: readonly (readonly [string, SampleRequest, readonly string[]])[] = [
  ['a plain GET', request({}), [`${origin}/gadgets`]],
  ['a query', request({ path: '/gadgets?a=1&b=%20' }), [`${origin}/gadgets?a=1&b=%20`]],
  ['brackets', request({ path: '/gadgets?a[b]=1' }), ['-g', `${origin}/gadgets?a[b]=1`]],
  ['a path with every harmless character', request({ path: `/o'brien/;x=1!$(id)` }), [`${origin}/o'brien/;x=1!$(id)`]],
  ['a header', request({ headers: [['X-Key', hostile]] }), ['-H', `X-Key: ${hostile}`, `${origin}/gadgets`]],
  ['an empty header', request({ headers: [['X-Key', '']] }), ['-H', 'X-Key;', `${origin}/gadgets`]],
  ['DELETE', request({ method: 'DELETE' }), ['-X', 'DELETE', `${origin}/gadgets`]],
  ['HEAD', request({ method: 'HEAD' }), ['-I', `${origin}/gadgets`]],
  [
    'a login',
    request({ login: { scheme: 'digest', user: "o'n", password: '$1' } }),
    ['--digest', '-u', "o'n:$1", `${origin}/gadgets`],
  ],
  [
    'a body',
    request({ method: 'POST', body: { kind: 'text', mediaType: 'text/plain', text: hostile } }),
    ['--data-raw', hostile, `${origin}/gadgets`],
  ],
  [
    'a body of PUT',
    request({ method: 'PUT', body: { kind: 'text', mediaType: 'text/plain', text: '{}' } }),
    ['-X', 'PUT', '--data-raw', '{}', `${origin}/gadgets`],
  ],
  [
    'a form',
    request({ method: 'POST', body: { kind: 'form-data', fields: [['note', hostile]] } }),
    ['--form-string', `note=${hostile}`, `${origin}/gadgets`],
  ],
]

describe('a sample request as a curl command', () => {
  for (const [name, sample, words] of rows)
    it(`${name}: a shell passes on what was meant`, () => expect(wordsOf(formatCurl(sample, origin))).toEqual(words))

  it('is not quoted where that is not necessary', () =>
    expect(formatCurl(request({}), origin)).toBe(`curl ${origin}/gadgets`))
})

const full = request({
  method: 'POST',
  headers: [['X-Key', hostile]],
  login: { scheme: 'basic', user: 'ann', password: 'sesame' },
  body: { kind: 'text', mediaType: 'text/plain', text: hostile },
})

describe('a sample request as a call of fetch', () => {
  it('passes on what was meant', async () => {
    const calls: unknown[] = []
    const run = new Function('fetch', 'FormData', `return (async () => { ${formatFetch(full, origin)} })()`)
    await run(async (...call: unknown[]) => calls.push(call), FormData)
    expect(calls).toEqual([
      [
        `${origin}/gadgets`,
        { method: 'POST', headers: { 'X-Key': hostile, Authorization: `Basic ${btoa('ann:sesame')}` }, body: hostile },
      ],
    ])
  })

  it('creates a form', async () => {
    const calls: { body: FormData }[] = []
    const form = request({ method: 'POST', body: { kind: 'form-data', fields: [['note', hostile]] } })
    const run = new Function('fetch', 'FormData', `return (async () => { ${formatFetch(form, origin)} })()`)
    await run(async (_: unknown, options: { body: FormData }) => calls.push(options), FormData)
    expect(calls.map(({ body }) => [...body])).toEqual([[['note', hostile]]])
  })
})

describe('a sample request in Python', () => {
  it('is written with the package requests', () =>
    expect(formatPython(request({ headers: [['X-Key', 'a"b']] }), origin)).toBe(
      `import requests\n\nresponse = requests.request("GET", "${origin}/gadgets", headers={"X-Key": "a\\"b"})`,
    ))

  it('has login and body', () => {
    const text = formatPython(full, origin)
    expect(text).toContain('auth=("ann", "sesame")')
    expect(text).toContain(`data=${JSON.stringify(hostile)}.encode()`)
  })
})
