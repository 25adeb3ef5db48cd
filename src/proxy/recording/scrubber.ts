/**
 * Replaces secrets and personal data in everything that a recording writes. It first learns all values, from the names of the
 * properties that hold them, and then replaces each of them everywhere: in other properties, in text and in addresses. One
 * original has one replacement.
 */
import { isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { readJsonText, stringifyJson } from '../../contract/values/json-text.ts'
import { decodeFormText } from '../../contract/values/query.ts'
import { describesSecret, holdsOnlySecrets, holdsSecret, holdsSecretNumber } from '../../journal/secret-names.ts'
import type { Json } from '../../ports.ts'
import { KnownWords } from './known-words.ts'
import { isForm, replaceFields, replaceNamed } from './named-values.ts'
import { isPersonName, kindOfPersonal, kindOfSecret, recognised, replaceFound, showsPerson } from './personal-names.ts'
import { reshape, type SecretKind, substitute } from './substitutes.ts'

/** Values that are learned, and their characters. */
export const knownLimits = { count: 100_000, size: 16 * 1024 * 1024 }

/** Shorter values occur in other words. */
const shortest = { secret: 6, other: 5 }

/** Deeper values are not searched: bodies are at most 64 levels deep. */
const maxDepth = 80

/** Longer names of properties are keys of data, not words. */
const longName = 32

/** Names of numbers that are the secret, in an object of secrets. */
const valueNames = /^(value|number|data|content|current|raw|plain|digits?)$/i

/** What is secret inside of an object or list: everything, or what looks like a secret. */
type Inside = 'all' | 'some' | undefined

interface Place {
  readonly name: string
  readonly parent: string
  readonly depth: number
  readonly inside: Inside
}

const insideOf = (name: string, outer: Inside): Inside => {
  if (outer === 'all' || holdsOnlySecrets(name)) return 'all'
  return holdsSecret(name) ? 'some' : outer
}

/** What describes a secret beside it. */
const isPublic = (name: string, value: string): boolean => describesSecret(name) || isDate.test(value)

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
  /** Replacements that are used only in their place. */
  readonly #local = new Map<string, string>()
  readonly #made = new Set<string>()
  readonly #counts = new Map<SecretKind, number>()
  /** Learned values, for strings that contain them. */
  readonly #within = new KnownWords()

  constructor({ keepsPersonal, maxKnown = knownLimits.count }: ScrubberOptions) {
    this.#keepsPersonal = keepsPersonal
    this.#maxKnown = maxKnown
  }

  /** Learns a credential. */
  learnSecret(value: string): void {
    if (value.length >= 3) this.#learn('secret', value)
  }

  /** Learns the values of a body. `isSecret`: it is that of a login, so that what looks like a credential is one. `name`: that of the resource. */
  learn(value: Json, isSecret = false, name = ''): void {
    this.#learnIn(value, { name, parent: '', depth: 0, inside: isSecret ? 'some' : undefined })
  }

  #learnIn(value: Json, place: Place): void {
    const { name, depth, inside } = place
    if (depth > maxDepth) return
    if (isJsonArray(value)) for (const item of value) this.#learnIn(item, { ...place, depth: depth + 1 })
    else if (isJsonObject(value)) {
      for (const [key, held] of Object.entries(value)) {
        if (inside === 'all' && looksSecret(key)) this.#learn('secret', key)
        const kind = this.#kindOf(key, name, value) ?? (inside && looksSecret(held) ? 'secret' : undefined)
        if (kind && typeof held !== 'object') this.#learnHeld(kind, held, key)
        else if (kind && isJsonArray(held)) for (const item of held) this.#learnHeld(kind, item, key)
        this.#learnIn(held, { name: key, parent: name, depth: depth + 1, inside: insideOf(key, inside) })
      }
    } else if (inside && looksSecret(value)) this.#learnHeld('secret', value, name)
    else if (typeof value === 'string') this.#learnString(value, place)
  }

  /** Strings may be JSON, or contain addresses with parameters. */
  #learnString(text: string, { depth, inside }: Place): void {
    const value = readNested(text)
    if (value !== undefined) this.#learnIn(value, { name: '', parent: '', depth: depth + 1, inside })
    else
      replaceNamed(text, (name, held) => {
        const kind = this.#kindOf(name, '', {}) ?? (inside && looksSecret(held) ? 'secret' : undefined)
        if (kind) this.#learnHeld(kind, held, name)
        return held
      })
  }

  /** The same for a body that is not JSON, or not said to be. */
  learnText(text: string, type: string | undefined, isSecret = false): void {
    const value = readNested(text)
    if (value !== undefined) this.learn(value, isSecret)
    else if (isForm(type))
      replaceFields(text, (name, held) => {
        this.learn({ [name]: held }, isSecret)
        return [name, held]
      })
    else
      for (const { json, rest } of linesOf(text))
        if (json !== undefined) this.learn(json, isSecret)
        else this.learn(rest, isSecret)
  }

  /** Whether no more values can be learned: what has others must not be recorded. */
  get isFull(): boolean {
    return this.#known.size + this.#local.size >= this.#maxKnown || this.#knownSize >= knownLimits.size
  }

  #learnHeld(kind: SecretKind, held: Json, name: string): void {
    if (typeof held === 'string' && held.trim() !== '') this.#learn(kind, held)
    else if ((typeof held === 'number' || typeof held === 'bigint') && String(held).length >= 4) {
      // A number of tokens is not a secret.
      if (kind !== 'secret' || !/tokens$/i.test(name)) this.#learn(kind, String(held))
    }
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
    if (original.length >= least && kind !== 'city') this.#within.add(original, made)
    return made
  }

  /** A substitute is never a real value, and never the same for two of them while there are others. */
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
    return this.reshape(original)
  }

  /** Another replacement for a value whose first one is not valid in its place. */
  reshape(original: string): string {
    for (let attempt = 1; attempt <= 100; attempt++) {
      const made = reshape(original, this.#made.size + attempt)
      if (made === original) continue
      this.#made.add(made)
      return made
    }
    return redacted
  }

  scrub(value: Json): Json {
    return this.#scrubIn(value, { name: '', parent: '', depth: 0, inside: undefined })
  }

  #scrubIn(value: Json, place: Place): Json {
    const { name, depth, inside } = place
    if (depth > maxDepth) return null
    if (typeof value === 'string')
      return inside === 'all' && !isPublic(name, value) ? this.#hide(value) : this.#string(value, depth)
    if (typeof value === 'number' || typeof value === 'bigint') return this.#scrubNumber(value, place)
    if (isJsonArray(value)) return value.map((item) => this.#scrubIn(item, { ...place, depth: depth + 1 }))
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, held]) => [
        this.name(key),
        this.#scrubHeld(key, held, value, { name: key, parent: name, depth: depth + 1, inside: insideOf(key, inside) }),
      ]),
    )
  }

  #scrubHeld(key: string, held: Json, siblings: object, place: Place): Json {
    const kind = this.#kindOf(key, place.parent, siblings)
    if (kind && typeof held === 'string') return held.trim() === '' ? held : this.#learn(kind, held)
    if (kind && isJsonArray(held))
      return held.map((item) =>
        typeof item === 'string' && item.trim() !== ''
          ? this.#learn(kind, item)
          : this.#scrubIn(item, { ...place, depth: place.depth + 1 }),
      )
    return this.#scrubIn(held, place)
  }

  /** The replacement of a value that is a secret in this place only: elsewhere it may be any word. */
  #hide(original: string): string {
    const known = this.#known.get(original) ?? this.#local.get(original)
    if (known !== undefined || original.trim() === '') return known ?? original
    const made = this.#substitute('secret', original)
    this.#local.set(original, made)
    this.#knownSize += original.length
    return made
  }

  /** Numbers are replaced where their name says what they are, or where they are as long as a phone number. */
  #scrubNumber(value: number | bigint, { name, inside }: Place): Json {
    const text = String(value)
    const made = this.#known.get(text)
    const isSecret = holdsSecretNumber(name) || (inside === 'all' && valueNames.test(name))
    const isMeant =
      isSecret || kindOfSecret(name) !== undefined || (!this.#keepsPersonal && kindOfPersonal(name) !== undefined)
    if (made !== undefined && /^[1-9]\d*$/.test(made) && (isMeant || made.length >= 7))
      return typeof value === 'bigint' || made.length > 15 ? BigInt(made) : Number(made)
    if (!isSecret) return value
    const digits = typeof value === 'bigint' ? BigInt(this.#hide(text)) : Number(this.#hide(text))
    return typeof digits === 'number' && !Number.isFinite(digits) ? 0 : digits
  }

  /** A text with everything in it that was learned, or that is recognised by its form. */
  text(text: string): string {
    return this.#string(text, 0)
  }

  #string(text: string, depth: number): string {
    const whole = this.#known.get(text)
    if (whole !== undefined) return whole
    if (text.length < 4) return text
    const value = depth > maxDepth ? undefined : readNested(text)
    if (value !== undefined) {
      const made = stringifyJson(this.#scrubIn(value, { name: '', parent: '', depth: depth + 1, inside: undefined }))
      return made === stringifyJson(value) ? text : made
    }
    return this.#words(this.#named(text))
  }

  #named(text: string): string {
    return replaceNamed(text, (name, held) => {
      const kind = this.#kindOf(name, '', {})
      return kind && held.trim() !== '' ? this.#learn(kind, held) : held
    })
  }

  #words(text: string): string {
    let result = text
    for (const { kind, pattern, accepts, isSecret, needs } of recognised) {
      if ((this.#keepsPersonal && !isSecret) || (needs !== undefined && !result.includes(needs))) continue
      result = replaceFound(result, pattern, (found) =>
        this.#made.has(found) || (accepts && !accepts(found)) ? found : this.#learn(kind, found),
      )
    }
    return this.#within.replace(result)
  }

  /** The name of a property or parameter: a word stays, even if it is someone's password as well. */
  name(name: string): string {
    return /[^A-Za-z_$-]/.test(name) || name.length >= longName ? (this.#known.get(name) ?? this.#words(name)) : name
  }

  /** Path or query: the parts between delimiters, decoded. */
  address(text: string): string {
    return text.replace(/[^/?&=#;,]+/g, (part) => {
      const decoded = decodeFormText(part) ?? part
      const made = this.text(decoded)
      return made === decoded ? part : encodeURIComponent(made)
    })
  }

  /** A body that is not JSON, or not said to be. */
  body(text: string, type: string | undefined): string {
    if (isForm(type) && readNested(text) === undefined)
      return replaceFields(text, (name, value) => [this.name(name), this.parameter(name, value)])
    return linesOf(text)
      .map(({ before, json, rest }) => {
        if (json === undefined) return before + this.text(rest)
        const made = stringifyJson(this.scrub(json))
        return before + (made === stringifyJson(json) ? rest : made)
      })
      .join('')
  }

  /** The value of a query parameter. */
  parameter(name: string, value: string): string {
    const kind = this.#kindOf(name, '', {})
    return kind && value !== '' ? this.#learn(kind, value) : this.text(value)
  }
}

/** JSON within a string, if that is an object or a list. */
const readNested = (text: string): Json | undefined => {
  if (!/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text.slice(-100))) return undefined
  return readJsonText(text.trim())
}

interface TextPart {
  /** What is before JSON: `data: ` in a stream of events. */
  readonly before: string
  readonly json: Json | undefined
  readonly rest: string
}

/** JSON over several lines of an event in one line, which is the same JSON. */
const joinData = (text: string): string =>
  text.includes('data:')
    ? text.replace(/(?:^data:.*(?:\r?\n|$)){2,}/gm, (lines) => {
        const json = readNested(lines.replace(/^data:/gm, ''))
        return json === undefined ? lines : `data: ${stringifyJson(json)}\n`
      })
    : text

/** The text in as few parts as possible: lines that are JSON, and everything between them. */
const linesOf = (text: string): readonly TextPart[] => {
  const whole = readNested(text)
  if (whole !== undefined) return [{ before: '', json: whole, rest: text }]
  const parts: TextPart[] = []
  let rest = ''
  for (const line of joinData(text).split(/(?<=\n)/)) {
    const before = /^(?:data:)?[ \t]*/.exec(line)?.[0] ?? ''
    const held = line.slice(before.length).trimEnd()
    const json = readNested(held)
    if (json === undefined) rest += line
    else {
      parts.push({ before: '', json: undefined, rest }, { before, json, rest: held })
      rest = line.slice(before.length + held.length)
    }
  }
  return [...parts, { before: '', json: undefined, rest }]
}

const redacted = '[redacted]'

/** One word with digits, or a long one. */
const looksSecret = (value: Json): boolean =>
  typeof value === 'string' &&
  /^[^\s@]{6,}$/.test(value) &&
  (/\d/.test(value) || value.length >= 20) &&
  !isDate.test(value)

const isDate = /^\d{4}-\d\d-\d\d(T|$)/
