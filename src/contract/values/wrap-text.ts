/**
 * Wraps a long text into lines, for comments in files and for the terminal.
 */
import { textWidth } from './text-width.ts'

/** Lines of at most `columns` columns, unless a single word is wider. */
export const wrapText = (text: string, columns: number): readonly string[] => wrapWords(text.split(' '), columns)

/** The same for words that may contain spaces themselves. `gap` is between two words of a line. */
export const wrapWords = (words: readonly string[], columns: number, gap = ' '): readonly string[] => {
  const lines: string[] = []
  let line: string | undefined
  for (const word of words) {
    if (line !== undefined && line !== '' && textWidth(line) + gap.length + textWidth(word) > columns) {
      lines.push(line)
      line = undefined
    }
    line = line === undefined || line === '' ? word : `${line}${gap}${word}`
  }
  return [...lines, line ?? '']
}
