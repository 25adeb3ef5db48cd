/**
 * Finds known strings within longer ones, as whole words, and replaces them: the longest first. Adding one takes the same time
 * however many there are.
 */

/** The beginning of a string, by which it is found. */
const headLength = 5

/** The rest of longer strings is compared with each of those that begin the same. */
const maxCompared = 1_000

interface Bucket {
  /** Of the strings with this head, up to the maximum; the longest first. */
  readonly lengths: number[]
  readonly known: Set<number>
}

export class KnownWords {
  readonly #buckets = new Map<string, Bucket>()
  readonly #replacements = new Map<string, string>()
  /** By their beginning of the maximum length. */
  readonly #long = new Map<string, string[]>()

  /** Shorter strings than the head are ignored. */
  add(original: string, replacement: string): void {
    if (original.length < headLength || this.#replacements.has(original)) return
    this.#replacements.set(original, replacement)
    const head = original.slice(0, headLength)
    const bucket = this.#buckets.get(head) ?? { lengths: [], known: new Set() }
    this.#buckets.set(head, bucket)
    const length = Math.min(original.length, maxCompared + 1)
    if (!bucket.known.has(length)) {
      bucket.known.add(length)
      bucket.lengths.push(length)
      bucket.lengths.sort((one, other) => other - one)
    }
    if (length <= maxCompared) return
    const beginning = original.slice(0, length)
    const same = this.#long.get(beginning) ?? []
    this.#long.set(beginning, same)
    same.push(original)
    same.sort((one, other) => other.length - one.length)
  }

  replace(text: string): string {
    if (this.#buckets.size === 0) return text
    const parts: string[] = []
    let done = 0
    for (let at = 0; at + headLength <= text.length; at++) {
      if (isWordAt(text, at - 1)) continue
      const found = this.#find(text, at)
      if (found === undefined) continue
      parts.push(text.slice(done, at), this.#replacements.get(found) ?? '')
      done = at + found.length
      at = done - 1
    }
    return done === 0 ? text : parts.join('') + text.slice(done)
  }

  #find(text: string, at: number): string | undefined {
    const bucket = this.#buckets.get(text.slice(at, at + headLength))
    for (const length of bucket?.lengths ?? []) {
      if (at + length > text.length) continue
      if (length > maxCompared) {
        const long = this.#long.get(text.slice(at, at + length))
        const found = long?.find((one) => text.startsWith(one, at) && !isWordAt(text, at + one.length))
        if (found !== undefined) return found
      } else if (!isWordAt(text, at + length)) {
        const word = text.slice(at, at + length)
        if (this.#replacements.has(word)) return word
      }
    }
    return undefined
  }
}

/** Whether a letter or digit is, or ends or begins, at a place. */
const isWordAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  if (Number.isNaN(code)) return false
  if (code < 128) return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  const isLow = code >= 0xdc00 && code <= 0xdfff
  return wordCharacter.test(isLow ? text.slice(at - 1, at + 1) : String.fromCodePoint(text.codePointAt(at) ?? 0))
}

const wordCharacter = /[\p{L}\d]/u
