/**
 * Lists by what their items have in common, each in the order in which it came.
 */
export const collectBy = <Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> => {
  const collected = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const known = collected.get(key)
    if (known) known.push(item)
    else collected.set(key, [item])
  }
  return collected
}
