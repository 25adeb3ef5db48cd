/**
 * JSON of messages, which may come from another version of Standin.
 */

/** Undefined if the text is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
