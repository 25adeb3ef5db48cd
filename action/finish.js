/**
 * The action's last step, after all other steps of the job: stops the server, and reports what was requested of it.
 */
import { writeFileSync } from 'node:fs'
import { filesIn, readIfExists, waitForFile } from './files.js'
import { addSummary, annotate, printVerbatim, readState } from './workflow.js'

/** Milliseconds that the end may take; open requests are finished. */
const timeout = 60_000

/** Colours of a terminal. */
const escapes = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')

const annotateGates = (gates) => {
  for (const { name, result, message, details } of gates)
    if (result === 'failed') annotate(`Standin ${name}`, details.length === 0 ? [message] : details)
}

const fenceOf = (text) => '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))

const summarize = (files, log) => {
  const fence = fenceOf(log)
  const output = `<details><summary>Output</summary>\n\n${fence}\n${log}\n${fence}\n\n</details>`
  addSummary(`# Standin\n\n${readIfExists(files.markdown) ?? ''}\n${log === '' ? '' : output}`)
}

const run = async () => {
  const folder = readState('folder')
  // The start failed, and has reported why.
  if (folder === '') return 0
  const files = filesIn(folder)
  const hasStarted = readIfExists(files.variables) !== undefined
  writeFileSync(files.stop, '')
  const exit = await waitForFile([files.exit], timeout)
  const log = (readIfExists(files.log) ?? '').replace(escapes, '').trim()
  if (!hasStarted) return 0
  printVerbatim(log)
  summarize(files, log)
  const { gates = [] } = JSON.parse(readIfExists(files.json) ?? '{}')
  annotateGates(gates)
  if (exit === undefined) annotate('Standin', [`it did not end within ${timeout / 1_000} seconds`])
  return exit === undefined ? 1 : Number(readIfExists(exit))
}

process.exitCode = await run()
