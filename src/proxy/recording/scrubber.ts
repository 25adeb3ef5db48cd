/**
 * Replaces secrets and personal data in everything that a recording writes. It first learns all values, from the names of the
 * properties that hold them, and then replaces each of them everywhere: in other properties, in text and in addresses. One
 * original has one replacement.
 */
import { isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { decodeFormText } from '../../contract/values/query.ts'
import type { Json } from '../../ports.ts'
import { isForm, replaceNamed } from './named-values.ts'
import { isPersonName, kindOfPersonal, kindOfSecret, recognised, showsPerson } from './personal-names.ts'
import { reshape, type SecretKind, substitute } from './substitutes.ts'

/** Values that are learned, and their characters. */
export const knownLimits = { count: 100_000, size: 16 * 1024 * 1024 }

/** Values that are replaced within longer strings; more of them only where they are a whole value. */
const maxWithin = 5_000

/** Shorter values occur in other words. */
const shortest = { secret: 6, other: 5 }

/** Deeper values are not searched: bodies are at most 64 levels deep. */
const maxDepth = 80

export interface ScrubberOptions {
  readonly keepsPersonal: boolean
  /** Fewer, for tests. */
  readonly maxKnown?: number
}

export class Scrubber {
  readonly #keepsPersonal: boolean
  readonly #maxKnown: number
  readonly #known = new Map<string, string>()
  #knownSize = 0
  readonly #made = new Set<string>()
  readonly #counts = new Map<SecretKind, number>()
  /** Learned values, for strings that contain them. */
  readonly #within = new Map<string, string>()
  #pattern: RegExp | undefined

  constructor({ keepsPersonal, maxKnown = knownLimits.count }: ScrubberOptions) {
    this.#keepsPersonal = keepsPersonal
    this.#maxKnown = maxKnown
  }

  /** Learns a credential. */
  learnSecret(value: string): void {
    if (value.length >= 3) this.#learn('secret', value)
  }

  /** Learns the values of a body. `isSecret`: it is that of a login, so that what looks like a credential is one. */
  learn(value: Json, isSecret = false, name = '', parent = '', depth = 0): void {
    if (depth > maxDepth) return
    if (isJsonArray(value)) for (const item of value) this.learn(item, isSecret, name, parent, depth + 1)
    else if (isJsonObject(value)) {
      for (const [key, held] of Object.entries(value)) {
        const kind = this.#kindOf(key, name, value) ?? (isSecret && looksSecret(held) ? 'secret' : undefined)
        if (kind && typeof held !== 'object') this.#learnHeld(kind, held)
        else if (kind && isJsonArray(held)) for (const item of held) this.#learnHeld(kind, item)
        this.learn(held, isSecret, key, name, depth + 1)
      }
    } else if (isSecret && looksSecret(value)) this.#learnHeld('secret', value)
  }

  /** The same for a body that is not JSON. */
  learnText(text: string, type: string | undefined, isSecret = false): void {
    replaceNamed(text, type, (name, value) => {
      this.learn({ [name]: value }, isSecret)
      return value
    })
  }

  /** Whether no more values can be learned: what has others must not be recorded. */
  get isFull(): boolean {
    return this.#known.size >= this.#maxKnown || this.#knownSize >= knownLimits.size
  }

  #learnHeld(kind: SecretKind, held: Json): void {
    if (typeof held === 'string' && held.trim() !== '') this.#learn(kind, held)
    else if ((typeof held === 'number' || typeof held === 'bigint') && String(held).length >= 4)
      this.#learn(kind, String(held))
  }

  #kindOf(key: string, parent: string, siblings: object): SecretKind | undefined {
    const secret = kindOfSecret(key)
    if (secret || this.#keepsPersonal) return secret
    if (/^name$/i.test(key)) return isPersonName(parent) || showsPerson(Object.keys(siblings)) ? 'name' : undefined
    return kindOfPersonal(key)
  }

  #learn(kind: SecretKind, original: string): string {
    const known = this.#known.get(original)
    if (known !== undefined) return known
    const made = this.#substitute(kind, original)
    this.#known.set(original, made)
    this.#knownSize += original.length
    const least = kind === 'secret' ? shortest.secret : shortest.other
    if (original.length >= least && this.#within.size < maxWithin && kind !== 'city') {
      this.#within.set(original, made)
      this.#pattern = undefined
    }
    return made
  }

  /** A substitute is never a real value, and never the same for two of them. */
  #substitute(kind: SecretKind, original: string): string {
    for (let attempt = 0; attempt < 100; attempt++) {
      const number = (this.#counts.get(kind) ?? 0) + 1
      this.#counts.set(kind, number)
      const made = substitute(kind, original, number)
      if (made !== original && !this.#made.has(made)) {
        this.#made.add(made)
        return made
      }
    }
    return reshape(original, this.#made.size + 1)
  }

  /** Another replacement for a value whose first one is not valid in its place. */
  reshape(original: string): string {
    const made = reshape(original, this.#made.size + 1)
    this.#made.add(made)
    return made
  }

  scrub(value: Json, name = '', parent = '', depth = 0): Json {
    if (depth > maxDepth) return null
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number' || typeof value === 'bigint') return this.#scrubNumber(value, name)
    if (isJsonArray(value)) return value.map((item) => this.scrub(item, name, parent, depth + 1))
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, held]) => [key, this.#scrubHeld(key, held, name, value, depth)]),
    )
  }

  #scrubHeld(key: string, held: Json, parent: string, siblings: object, depth: number): Json {
    const kind = this.#kindOf(key, parent, siblings)
    if (kind && typeof held === 'string') return held.trim() === '' ? held : this.#learn(kind, held)
    if (kind && isJsonArray(held))
      return held.map((item) =>
        typeof item === 'string' ? this.#learn(kind, item) : this.scrub(item, key, parent, depth + 1),
      )
    return this.scrub(held, key, parent, depth + 1)
  }

  /** Numbers are replaced where their name says what they are, or where they are as long as a phone number. */
  #scrubNumber(value: number | bigint, name: string): Json {
    const made = this.#known.get(String(value))
    const isMeant = kindOfSecret(name) !== undefined || (!this.#keepsPersonal && kindOfPersonal(name) !== undefined)
    if (made === undefined || !/^[1-9]\d*$/.test(made) || !(isMeant || made.length >= 7)) return value
    return typeof value === 'bigint' || made.length > 15 ? BigInt(made) : Number(made)
  }

  /** A text with everything in it that was learned, or that is recognised by its form. */
  text(text: string): string {
    const whole = this.#known.get(text)
    if (whole !== undefined) return whole
    if (text.length < 4) return text
    let result = text
    for (const { kind, pattern, accepts, isSecret } of recognised) {
      if (this.#keepsPersonal && !isSecret) continue
      result = result.replace(pattern, (found) =>
        this.#made.has(found) || (accepts && !accepts(found)) ? found : this.#learn(kind, found),
      )
    }
    if (this.#within.size === 0) return result
    this.#pattern ??= createPattern(this.#within.keys())
    return result.replace(this.#pattern, (found) => this.#within.get(found) ?? found)
  }

  /** Path or query: the parts between delimiters, decoded. */
  address(text: string): string {
    return text.replace(/[^/?&=#;,]+/g, (part) => {
      const decoded = decodeFormText(part) ?? part
      const made = this.text(decoded)
      return made === decoded ? part : encodeURIComponent(made)
    })
  }

  /** A body that is not JSON. */
  body(text: string, type: string | undefined): string {
    const replaced = replaceNamed(text, type, (name, value) => this.parameter(name, value))
    return isForm(type) ? replaced : this.text(replaced)
  }

  /** The value of a query parameter. */
  parameter(name: string, value: string): string {
    const kind = this.#kindOf(name, '', {})
    return kind && value !== '' ? this.#learn(kind, value) : this.text(value)
  }
}

/** One word with digits, or a long one. */
const looksSecret = (value: Json): boolean =>
  typeof value === 'string' &&
  /^[^\s@]{6,}$/.test(value) &&
  (/\d/.test(value) || value.length >= 20) &&
  !isDate.test(value)

const isDate = /^\d{4}-\d\d-\d\d(T|$)/

/** The longest first; whole words only. */
const createPattern = (originals: Iterable<string>): RegExp => {
  const escaped = [...originals]
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<![\\p{L}\\d])(?:${escaped.join('|')})(?![\\p{L}\\d])`, 'gu')
}
