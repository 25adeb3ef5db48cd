/**
 * What the command of `standin exec` finds in its environment: where to call, and with which key.
 */
import type { Description } from '../loading/describe.ts'
import { type Environment, optionEntries, variableOf } from '../options.ts'

export interface CommandEnvironment {
  readonly variables: Environment
  /** What a person should know of them. */
  readonly remarks: readonly string[]
}

/**
 * `outside` without the variables of our own options, which a Standin that the command starts is not to take over; with
 * STANDIN_URL, STANDIN_KEY where a key is good, and an address for each document: animal-store.yaml has ANIMAL_STORE_URL.
 */
export const createCommandEnvironment = (
  { documents, keys }: Description,
  origin: string,
  outside: Environment,
): CommandEnvironment => {
  const options = new Set(optionEntries.map(([name]) => variableOf(name)))
  const own = new Map([['STANDIN_URL', origin]])
  const key = keys === undefined ? 'any-key' : (keys.find((candidate) => !candidate.includes(':')) ?? keys[0])
  if (key !== undefined) own.set('STANDIN_KEY', key)
  const remarks: string[] = []
  for (const { name, file, url } of documents) {
    const variable = nameVariable(name)
    if (own.has(variable) || options.has(variable))
      remarks.push(
        `${variable} is taken, so ${file} has no variable for its address (${url}); another file name gives one`,
      )
    else own.set(variable, url)
  }
  const rest = Object.entries(outside).filter(([name]) => !options.has(name))
  return { variables: { ...Object.fromEntries(rest), ...Object.fromEntries(own) }, remarks }
}

/** In capitals, with _ for what a shell does not take in a name. */
const nameVariable = (document: string): string =>
  `${document.replace(/[^a-z\d]+/gi, '_').toUpperCase()}_URL`.replace(/^(?=\d)/, '_')
