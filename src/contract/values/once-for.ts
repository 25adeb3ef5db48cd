/**
 * What is made of something that does not change is made once, and goes when that goes.
 */

/** By identity. What else it takes has to be the same each time for the same subject. */
export const onceFor = <Subject extends object, Rest extends readonly unknown[], Made>(
  make: (subject: Subject, ...rest: Rest) => Made,
): ((subject: Subject, ...rest: Rest) => Made) => {
  const known = new WeakMap<Subject, { readonly made: Made }>()
  return (subject, ...rest) => {
    const found = known.get(subject)
    if (found) return found.made
    const made = make(subject, ...rest)
    known.set(subject, { made })
    return made
  }
}
