/**
 * The arguments of a script. The comment at the top of its file is printed for `--help` and after an invalid option.
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** As `parseArgs`. `file` is that of the script. Ends the process: with 0 for `--help`, with 2 for an option that is wrong. */
export const readArguments = <Config extends ParseArgsConfig>(
  file: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  if (process.argv.slice(2).includes('--help')) {
    console.log(readUsage(file))
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${readUsage(file)}`)
    process.exit(2)
  }
}

const readUsage = (file: string): string => {
  const [, comment = ''] = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(readFileSync(file, 'utf8')) ?? []
  return comment.replace(/^ \* ?/gm, '')
}
