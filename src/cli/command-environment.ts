/**
 * The environment variables of the command that `standin exec` runs: the addresses to call, and a key.
 */
import type { Description } from '../loading/describe.ts'
import { optionEntries, variableOf } from '../options/option-table.ts'
import type { Environment } from '../options/resolve-options.ts'

export interface CommandEnvironment {
  readonly variables: Environment
  /** Messages for the user about variables that could not be set. */
  readonly remarks: readonly string[]
}

/**
 * Starts from the environment `outer` without Standin's own option variables, so that a Standin started by the command does
 * not inherit them. Adds STANDIN_URL, STANDIN_KEY (an active key, if there is one) and the address of each document:
 * ANIMAL_STORE_URL for animal-store.yaml. With a certificate for localhost, Node trusts it.
 */
export const createCommandEnvironment = (
  { documents, keys, tls }: Description,
  origin: string,
  outer: Environment,
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
        `${variable} is already in use, so ${file} has no variable for its address ${url}; rename the file to get one`,
      )
    else own.set(variable, url)
  }
  if (tls?.authority !== undefined) {
    if (outer[extraAuthorities] === undefined) own.set(extraAuthorities, tls.authority)
    else
      remarks.push(
        `${extraAuthorities} is already set to ${outer[extraAuthorities]}; add the certificates in ${tls.authority} to that file`,
      )
  }
  const rest = Object.entries(outer).filter(([name]) => !options.has(name))
  return { variables: { ...Object.fromEntries(rest), ...Object.fromEntries(own) }, remarks }
}

/** A file with certificates that Node trusts, in addition to its own. */
const extraAuthorities = 'NODE_EXTRA_CA_CERTS'

/**
 * The variable of a document's address: upper case, without accents, with _ for other characters that a variable name cannot
 * have. DOCUMENT_URL if nothing is left, as of a name in another script.
 */
export const nameVariable = (document: string): string => {
  const plain = document
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toUpperCase()
  const name = plain.replace(/[^A-Z\d]+/g, '_')
  return `${name === '_' || name === '' ? 'DOCUMENT' : name}_URL`.replace(/^(?=\d)/, '_')
}
