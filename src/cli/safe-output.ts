/**
 * What is printed comes in part from documents, file names and clients. Characters that would move the cursor, hide text or
 * change its direction are shown as escapes, which JSON understands as well. Colours stay, since Standin writes them.
 */
import type { TextOutput } from './process.ts'

/** Control characters except tab and line feed, and those that change the direction of text (Unicode, UAX 9). */
const control = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069'

const unsafe = new RegExp(`[${control}]`)

/** A colour, or a character that is not safe. Code 8 would hide text. */
const colorOrUnsafe = new RegExp(`\\u001b\\[(?:[0-2]|22|3[0-7]|39|90)m|[${control}]`, 'g')

export const makeSafe = (text: string): string =>
  unsafe.test(text) ? text.replace(colorOrUnsafe, (found) => (found.length > 1 ? found : escapeOf(found))) : text

const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

export const createSafeOutput = (output: TextOutput): TextOutput => ({ write: (text) => output.write(makeSafe(text)) })
