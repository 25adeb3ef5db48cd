/**
 * Finds aliases of YAML that would overflow the stack or the memory of everything that reads the file: those that repeat a
 * value millions of times, within itself, or deeper than anything needs.
 */
import { appendPointer } from '../values/pointer.ts'

/** The deepest nesting of a document, overlay, fixture or scenario. Real documents stay below 100. */
export const maxNesting = 200

/** The most values of a file with its aliases written out, unless it has many objects and lists itself. */
export const maxExpanded = 1_000_000

export interface Excess {
  readonly pointer: string
  readonly kind: 'syntax-error' | 'file-too-large'
  readonly message: string
}

const circular = 'an anchor contains an alias of itself; write out the value to the depth that you need'
export const tooDeep = `is nested deeper than ${maxNesting} levels; move parts of it to components, and refer to them with $ref`
const tooLarge = `has more than ${maxExpanded} values with its aliases written out; use fewer aliases`

/** The first excess of a parsed YAML file; undefined in nearly all. */
export const findExcess = (data: unknown): Excess | undefined => {
  const walker = new Walker()
  walker.measure(data, 0)
  return walker.found
}

/** Whether values of JSON are nested deeper. Runs over every value of large documents at load, hence written for speed. */
export const isDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, levels - 1))
  for (const name in value) if (isDeeper(Reflect.get(value, name), levels - 1)) return true
  return false
}

/** A value with its aliases written out. */
interface Extent {
  readonly size: number
  /** The levels below it. */
  readonly height: number
}

const leaf: Extent = { size: 1, height: 0 }

class Walker {
  found: Excess | undefined
  readonly #keys: string[] = []
  /** Of each value that was met; undefined while it is being measured. */
  readonly #extents = new Map<object, Extent | undefined>()

  /** A value that is met again is not walked again. */
  measure(value: unknown, depth: number): Extent {
    if (typeof value !== 'object' || value === null || this.found) return leaf
    if (this.#extents.has(value)) {
      const known = this.#extents.get(value)
      if (!known) this.#report('syntax-error', circular)
      else if (depth + known.height >= maxNesting) this.#report('file-too-large', tooDeep)
      return known ?? leaf
    }
    if (depth === maxNesting) this.#report('file-too-large', tooDeep)
    this.#extents.set(value, undefined)
    let size = 1
    let height = 0
    for (const [key, item] of Object.entries(value)) {
      this.#keys.push(key)
      const inner = this.measure(item, depth + 1)
      size += inner.size
      if (inner !== leaf) height = Math.max(height, inner.height + 1)
      this.#keys.pop()
      if (this.found) return leaf
    }
    const extent = { size, height }
    this.#extents.set(value, extent)
    if (size > Math.max(maxExpanded, 4 * this.#extents.size)) this.#report('file-too-large', tooLarge)
    return extent
  }

  #report(kind: Excess['kind'], message: string): void {
    this.found ??= { kind, message, pointer: this.#keys.reduce(appendPointer, '') }
  }
}
