/**
 * The files by which the processes of the action speak to each other: a folder that lives as long as the job.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const filesIn = (folder) => ({
  /** The variables of the command that `standin exec` runs, as JSON: its existence says that the server is ready. */
  variables: join(folder, 'variables.json'),
  /** Its existence ends the server. */
  stop: join(folder, 'stop'),
  /** The exit code of `standin exec`. */
  exit: join(folder, 'exit'),
  /** What it prints. */
  log: join(folder, 'log'),
  json: join(folder, 'coverage.json'),
  markdown: join(folder, 'coverage.md'),
})

/** A file is there only when it is complete. */
export const writeWhole = (file, text) => {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

/** Undefined if there is no such file. */
export const readIfExists = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Milliseconds between two looks at a file. */
const pause = 50

/** The first of these files that exists, or undefined after this many milliseconds. */
export const waitForFile = async (files, timeout) => {
  const deadline = performance.now() + timeout
  for (;;) {
    const found = files.find((file) => readIfExists(file) !== undefined)
    if (found !== undefined || performance.now() > deadline) return found
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
