/**
 * The printed steps make a client trust the certificate: the command for Chromium is run, and a page loaded.
 */
import { execFileSync } from 'node:child_process'
import { chromium } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInFullBrowser, fullBrowserProgram } from '../support/browser.ts'
import { runStandinIn } from '../support/run-standin.ts'
import { startSecureStandin } from '../support/secure-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const hasCertutil = (): boolean => {
  try {
    execFileSync('certutil', ['-H'], { stdio: 'ignore' })
    return true
  } catch (error) {
    // Its help ends with an error code.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

// The other form of Chromium need not read the certificates of its user.
describeInFullBrowser('the step for Chromium', () => {
  it.skipIf(process.platform !== 'linux' || !hasCertutil())(
    'makes it trust the console (skipped without certutil; on Debian, apt-get install libnss3-tools)',
    async () => {
      await using secure = await startSecureStandin()
      await using home = await createTemporaryFolder()
      const { tls } = await secure.standin.describe()
      const step = tls?.steps.find(({ client }) => client === 'Chromium')?.command ?? ''
      const environment = { ...process.env, HOME: home.path, XDG_STATE_HOME: home.path }
      const url = `${secure.standin.url.replace('127.0.0.1', 'localhost')}/_sandbox/health`
      const open = async (): Promise<string> => {
        const args = ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
        const browser = await chromium.launch({ args, env: environment, timeout: 60_000, ...fullBrowserProgram() })
        try {
          const page = await browser.newPage()
          const response = await page.goto(url).catch((error: Error) => error)
          return response instanceof Error ? response.message : String(response?.status())
        } finally {
          await browser.close()
        }
      }
      expect(await open()).toContain('ERR_CERT')
      execFileSync('sh', ['-c', step], { env: environment })
      expect(await open()).toBe('200')
    },
  )
})

it('the command of standin exec trusts the certificate', async () => {
  await using home = await createTemporaryFolder()
  const program =
    "fetch(process.env.STANDIN_URL + '/_sandbox/health').then((r) => process.exit(r.status === 200 ? 7 : 1))"
  const { PATH = '' } = process.env
  const environment = { PATH, XDG_STATE_HOME: home.path }
  const before = process.env.XDG_STATE_HOME
  process.env.XDG_STATE_HOME = home.path
  try {
    const { code, stderr } = await runStandinIn(environment, 'exec', '--tls', '--', process.execPath, '-e', program)
    expect({ code, stderr }).toEqual({ code: 7, stderr: expect.any(String) })
  } finally {
    if (before === undefined) delete process.env.XDG_STATE_HOME
    else process.env.XDG_STATE_HOME = before
  }
})
