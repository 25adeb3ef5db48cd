/**
 * A long text as lines, for comments in files and for a terminal.
 */

/** Lines of at most so many columns; a word is never broken. */
export const wrapText = (text: string, columns: number): readonly string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
