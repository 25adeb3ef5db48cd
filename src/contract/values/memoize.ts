/**
 * Computes a value once, or once per object or name. The value of an object lives as long as the object does.
 */

/** Keyed by the identity of the first argument; the other arguments must be the same whenever the first one is. */
export const memoize = <Subject extends object, Rest extends readonly unknown[], Value>(
  compute: (subject: Subject, ...rest: Rest) => Value,
): ((subject: Subject, ...rest: Rest) => Value) => {
  const known = new WeakMap<Subject, { readonly value: Value }>()
  return (subject, ...rest) => {
    const found = known.get(subject)
    if (found) return found.value
    const value = compute(subject, ...rest)
    known.set(subject, { value })
    return value
  }
}

/** Names that a document has are few; those of its maps could be any number. */
const maxNames = 20_000

/** Longer names are not kept. */
const maxNameLength = 200

/** Keyed by a name. The caller decides how long the results live. */
export const memoizeNames = <Value>(compute: (name: string) => Value): ((name: string) => Value) => {
  const known = new Map<string, { readonly value: Value }>()
  return (name) => {
    const found = known.get(name)
    if (found) return found.value
    const value = compute(name)
    if (known.size < maxNames && name.length <= maxNameLength) known.set(name, { value })
    return value
  }
}

/** What was needed to compute the value is not kept after that. */
export const lazy = <Value>(compute: () => Value): (() => Value) => {
  let state: { readonly compute: () => Value } | { readonly value: Value } = { compute }
  return () => {
    if ('compute' in state) state = { value: state.compute() }
    return state.value
  }
}
