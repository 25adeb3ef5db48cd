/**
 * The width of a text in a terminal. The only file that imports string-width: wide characters (日) have two columns,
 * combining characters and escape sequences for colours have none.
 */
import stringWidth from 'string-width'

/** Most text is ASCII, whose width is its length. */
export const textWidth = (text: string): number => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text))

/** Adds spaces at the end up to a width. */
export const padText = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)))

/** The start of a text that has at most this width. */
export const cutText = (text: string, width: number): string => {
  // A character has at most two columns, so a short text needs no further look.
  if (text.length * 2 <= width || textWidth(text) <= width) return text
  let cut = ''
  let room = width
  for (const character of text) {
    room -= textWidth(character)
    if (room < 0) break
    cut += character
  }
  return cut
}
