/**
 * The width of a text in a terminal. The only file that imports string-width: wide characters (日) have two columns,
 * combining characters and escape sequences for colours have none.
 */
import stringWidth from 'string-width'

/** Most texts are ASCII, whose width is its length. */
export const textWidth = (text: string): number => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text))

/** Adds spaces at the end up to a width. */
export const padText = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)))
