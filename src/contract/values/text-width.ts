/**
 * The width of a text in a terminal. The only file that imports fast-string-width: wide characters (日) have two columns,
 * combining characters and escape sequences for colours have none.
 */
import stringWidth from 'fast-string-width'

/** Characters that are measured at once: the time for more grows with their square. */
const piece = /.{1,1000}/gsu

/** Most text is ASCII, whose width is its length. */
export const textWidth = (text: string): number => {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const [part] of text.matchAll(piece)) width += stringWidth(part)
  return width
}

/** Adds spaces at the end up to a width. */
export const padText = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)))

/** Characters for each column that are looked at. More of them in a column are combined, and nobody could read them. */
const mostPerColumn = 16

/** The start of a text that has at most this width. What is beyond it costs no time. */
export const cutText = (text: string, width: number): string => {
  // A character has at most two columns, so a short text needs no further look.
  if (text.length * 2 <= width) return text
  const start = text.slice(0, width * mostPerColumn)
  if (start.length === text.length && textWidth(text) <= width) return text
  let cut = ''
  let room = width
  for (const character of start) {
    room -= textWidth(character)
    if (room < 0) break
    cut += character
  }
  return cut
}
