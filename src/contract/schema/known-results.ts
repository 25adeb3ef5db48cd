/**
 * The results of schemas for the places of one value. Variants that contain each other apply the same schemas to the same
 * place again and again, twice as often with each level of the value. A result is found once for each schema and place, so
 * that the work grows with the number of both. Only validations that take many steps keep results.
 */

/** Of a value that is invalid in many ways; an error that is reported twice is shown once. */
export type KnownErrors = readonly unknown[]

interface Known {
  /** A place has a value, and the names of its properties, which some schemas apply to. */
  readonly value: unknown
  readonly errors: KnownErrors
}

/** Results that are kept. Those that are needed again are recent. */
const maxResults = 10_000
/** Errors of one result. A response shows the first of all. */
const maxErrors = 100

export class KnownResults {
  readonly #bySchema = new Map<object, Map<string, Known>>()
  #size = 0

  /** The errors of the value at a place; undefined if they are not known. Without errors it is valid. */
  find(schema: object, place: string, value: unknown): KnownErrors | undefined {
    const known = this.#bySchema.get(schema)?.get(place)
    return known !== undefined && known.value === value ? known.errors : undefined
  }

  add(schema: object, place: string, value: unknown, errors: KnownErrors): void {
    if (++this.#size > maxResults) {
      this.#bySchema.clear()
      this.#size = 1
    }
    const places = this.#bySchema.get(schema) ?? new Map<string, Known>()
    this.#bySchema.set(schema, places)
    places.set(place, { value, errors: errors.slice(0, maxErrors) })
  }
}
