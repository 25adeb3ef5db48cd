/**
 * Wraps a command for a POSIX shell, so that it can still be copied: each line but the last ends with a backslash.
 */
import { textWidth } from '../contract/values/text-width.ts'

/** Lines of at most `columns` columns, unless an argument is wider. Later lines are indented by two spaces. */
export const wrapCommand = (command: string, columns: number): readonly string[] => {
  if (textWidth(command) <= columns) return [command]
  const lines: string[] = []
  let line = ''
  for (const argument of joinOptions(splitArguments(command))) {
    if (line !== '' && textWidth(line) + textWidth(argument) + 3 > columns) {
      lines.push(`${line} \\`)
      line = `  ${argument}`
    } else line = line === '' ? argument : `${line} ${argument}`
  }
  return [...lines, line]
}

/** At spaces outside of quotes. */
const splitArguments = (command: string): readonly string[] =>
  command.match(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/gs) ?? []

/** An option stays on the line of its value: -H 'Accept: text/plain'. */
const joinOptions = (words: readonly string[]): readonly string[] => {
  const joined: string[] = []
  let option: string | undefined
  for (const word of words) {
    if (option === undefined && /^--?[a-z]/i.test(word)) {
      option = word
      continue
    }
    joined.push(option === undefined ? word : `${option} ${word}`)
    option = undefined
  }
  return option === undefined ? joined : [...joined, option]
}
