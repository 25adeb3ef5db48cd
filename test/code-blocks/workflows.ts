/**
 * The files for CI services on the pages: they are YAML, and each command of Standin in them exists with its options.
 */
import { load } from 'js-yaml'
import { expect } from 'vitest'
import { argumentsOf } from '../support/shown-command.ts'
import { checkUsage } from './not-run.ts'

/** Returns the commands of Standin that were found. */
export const checkWorkflow = async (text: string): Promise<readonly string[]> => {
  const commands = stringsIn(load(text))
    .flatMap((value) => value.split('\n'))
    .filter((line) => argumentsOf(line) !== undefined)
  for (const line of commands) expect(await checkUsage(line), line).toBe(true)
  return commands
}

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
