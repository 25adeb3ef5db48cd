/**
 * The Chromium of this machine, for tests of what a page may do and what it looks like. Nothing is downloaded. Without
 * Chromium, these tests are skipped, and their names say why.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { describe } from 'vitest'

const fullNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const findProgram = (names: readonly string[]): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram)

const fullProgram = findProgram(fullNames)

/** Where it is installed, the Chromium that cannot show a window: opening a page takes half of the CPU time. */
const program = findProgram(['chromium-headless-shell']) ?? fullProgram

const describeIn =
  (found: string | undefined) =>
  (name: string, define: () => void): void => {
    if (found !== undefined) describe(name, define)
    else
      describe.skip(
        `${name} (skipped: PATH has no ${fullNames.join(', ')}; on Debian, apt-get install chromium)`,
        define,
      )
  }

/** A suite that needs a browser. Without one it is skipped, and its name says why. */
export const describeInBrowser = describeIn(program)

/** A suite that needs a browser as users know it. */
export const describeInFullBrowser = describeIn(fullProgram)

type ProgramOption = { readonly executablePath?: string }

const optionOf = (found: string | undefined): ProgramOption => (found === undefined ? {} : { executablePath: found })

/** Options of Playwright that select the browser. */
export const browserProgram = (): ProgramOption => optionOf(program)

/** The same for the browser as users know it. */
export const fullBrowserProgram = (): ProgramOption => optionOf(fullProgram)

/** All names below `.test` resolve to this machine. */
export const openBrowser = (selected: ProgramOption = browserProgram()): Promise<Browser> => {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = ['--host-resolver-rules=MAP *.test 127.0.0.1', '--disable-dev-shm-usage', ...asRoot]
  return chromium.launch({ args, timeout: 60_000, ...selected })
}
