/**
 * What a step of GitHub Actions reads and writes: inputs, outputs, variables, the state of a step, annotations, the summary.
 */
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'

/** Without spaces at its ends; empty if it is not set. */
export const readInput = (name) => (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim()

/** Not empty lines. */
export const readLines = (name) =>
  readInput(name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Adds a line to the file that a variable names. The delimiter is random, so that no value can end itself. */
const addTo = (file, name, value) => {
  const delimiter = `end-${randomUUID()}`
  appendFileSync(process.env[file], `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
}

export const setOutput = (name, value) => addTo('GITHUB_OUTPUT', name, value)
export const setVariable = (name, value) => addTo('GITHUB_ENV', name, value)
export const saveState = (name, value) => addTo('GITHUB_STATE', name, value)
export const readState = (name) => process.env[`STATE_${name}`] ?? ''

/** The runner shows at most ten annotations of a step; the last one says how many are left. */
const maxAnnotations = 10

const escapeMessage = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

export const annotate = (title, messages) => {
  const shown = messages.length > maxAnnotations ? messages.slice(0, maxAnnotations - 1) : messages
  const rest = messages.length - shown.length
  for (const message of [...shown, ...(rest > 0 ? [`and ${rest} more; the summary lists them`] : [])])
    console.log(
      `::error title=${escapeMessage(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escapeMessage(message)}`,
    )
}

/** Prints text whose lines the runner does not take for commands. */
export const printVerbatim = (text) => {
  const token = randomUUID()
  console.log(`::stop-commands::${token}\n${text}\n::${token}::`)
}

/** Adds Markdown to the summary of the job. */
export const addSummary = (markdown) => appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${markdown}\n`)
