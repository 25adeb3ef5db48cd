/**
 * Freezes what a store keeps, so that nobody who is handed it can change it under the store.
 */

/** The value itself, frozen with all that it holds. What is frozen already is taken to be frozen throughout. */
export const freezeDeep = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const item of Object.values(value)) freezeDeep(item)
  return Object.freeze(value)
}
