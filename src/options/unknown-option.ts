/**
 * The message for an option that a command does not have, with the nearest one.
 */
import { nearestOf } from '../contract/values/nearest.ts'
import {
  type CommandName,
  commandsOf,
  isOptionName,
  type OptionName,
  optionEntries,
  optionsOf,
  optionTable,
} from './option-table.ts'

export const describeUnknown = (name: string, command: CommandName | undefined): string => {
  const help = command === undefined ? 'standin --help lists all options' : `standin help ${command} lists its options`
  if (isOptionName(name)) return `standin ${command} has no option --${name}, ${describeTakers(name)}. ${help}`
  const dashed = name.length === 1 ? `-${name}` : `--${name}`
  const known = (command === undefined ? optionEntries : optionsOf(command)).map(([option]) => option)
  // Any name is near to a single letter.
  const nearest = name.length === 1 ? undefined : (nearestOf(name, known) ?? nearestOf(name, Object.keys(optionTable)))
  return `unknown option ${dashed}. ${nearest === undefined ? '' : `Did you mean --${nearest}? `}${help}`
}

const describeTakers = (name: OptionName): string => {
  const takers = commandsOf(name).map((command) => `standin ${command}`)
  const last = takers.pop() ?? ''
  return `but ${takers.length === 0 ? last : `${takers.join(', ')} and ${last}`} ${takers.length === 0 ? 'has' : 'have'}`
}
