/**
 * The console before its first build: the answer says what to do, and the console appears without a restart.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Koa from 'koa'
import { expect, it } from 'vitest'
import { createConsole } from '../../src/console/serve-console.ts'
import { ControlError } from '../../src/control/actions/control-error.ts'

it('says to run the build while dist/console is missing, and serves it as soon as it is there', async () => {
  const root = await mkdtemp(join(tmpdir(), 'standin-console-'))
  const folder = join(root, 'console')
  const koa = new Koa()
  koa.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      if (!(error instanceof ControlError)) throw error
      ctx.status = error.status
      ctx.body = error.message
    }
  })
  koa.use(createConsole(folder))
  const server = createServer(koa.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/_sandbox/`
    const missing = await fetch(url)
    expect([missing.status, await missing.text()]).toEqual([
      404,
      'the console is not built; run "npm run build" and reload this page',
    ])
    await mkdir(folder)
    await writeFile(join(folder, 'index.html'), '<p>built</p>')
    const built = await fetch(url)
    expect([built.status, await built.text()]).toEqual([200, '<p>built</p>'])
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(root, { recursive: true })
  }
})
