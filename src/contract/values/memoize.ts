/**
 * Computes a value once per object. The value lives as long as the object does.
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
