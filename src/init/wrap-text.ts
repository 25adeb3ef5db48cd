/**
 * Wraps a long text into lines, for comments in files and for the terminal.
 */

/** Lines of at most `columns` characters, unless a single word is longer. */
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
