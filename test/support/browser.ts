/**
 * The Chromium of this machine, for tests of what a page may do and what it looks like. Nothing is downloaded. Without
 * Chromium, these tests are skipped, and their names say why.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { describe } from 'vitest'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const findBrowser = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram)

const program = findBrowser()

/** A suite that needs a browser. Without one it is skipped, and its name says why. */
export const describeInBrowser = (name: string, define: () => void): void => {
  if (program !== undefined) describe(name, define)
  else describe.skip(`${name} (skipped: PATH has no ${names.join(', ')}; on Debian, apt-get install chromium)`, define)
}

/** Options of Playwright that select the browser. */
export const browserProgram = (): { readonly executablePath?: string } =>
  program === undefined ? {} : { executablePath: program }

/** All names below `.test` resolve to this machine. */
export const openBrowser = (): Promise<Browser> => {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = ['--host-resolver-rules=MAP *.test 127.0.0.1', '--disable-dev-shm-usage', ...asRoot]
  return chromium.launch({ args, timeout: 60_000, ...browserProgram() })
}
