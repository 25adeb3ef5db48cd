/**
 * Edits of a text that may lie inside each other.
 */
export interface Edit {
  readonly start: number
  readonly end: number
  /** What replaces the range, from its text with the inner edits. */
  readonly wrap: (inner: string) => string
}

/** Of two edits of the same range, the one that comes first is outside. Ranges must not overlap in part. */
export const editText = (text: string, edits: readonly Edit[]): string =>
  editRange(
    text,
    edits.toSorted((a, b) => a.start - b.start || b.end - a.end),
    { start: 0, end: text.length },
  )

const editRange = (text: string, edits: readonly Edit[], { start, end }: Pick<Edit, 'start' | 'end'>): string => {
  let edited = ''
  let position = start
  for (let index = 0; index < edits.length; ) {
    const edit = edits[index]
    if (!edit) break
    const after = edits.findIndex((other, at) => at > index && other.start >= edit.end)
    const next = after === -1 ? edits.length : after
    edited += text.slice(position, edit.start) + edit.wrap(editRange(text, edits.slice(index + 1, next), edit))
    position = edit.end
    index = next
  }
  return edited + text.slice(position, end)
}
