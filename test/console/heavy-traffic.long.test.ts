/**
 * Traffic that is too heavy to describe each exchange: the console shows a part of it, counts the others, and reads them when the
 * traffic is calm, not while the server is busy.
 */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { call } from '../support/client.ts'
import { findBarriers, openConsole } from './support/open-console.ts'

const sent = 900

/** Over one connection without waiting in between: far more than are described within a tenth of a second. */
const sendAtOnce = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(url)
    const request = `GET /v1/pets?limit=1 HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer sandbox-key\r\n\r\n`
    const last = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.resume().write(request.repeat(sent - 1) + last)
  })

/** On a busy machine, what is sent at once may be served too slowly to be heavy traffic. Then it is sent again. */
const sendUntil = async (seen: Promise<unknown>, url: string): Promise<void> => {
  let isSeen = false
  const done = seen.then(() => {
    isSeen = true
  })
  while (!isSeen) {
    await sendAtOnce(url)
    // The server reports each second what it has only counted.
    await Promise.race([done, sleep(2_000)])
  }
}

/** The journal does not have requests that the server rejects because too many wait. */
const countExchanges = async (url: string): Promise<string> => {
  const { json } = await call(`${url}/_sandbox/sandboxes/default`, {})
  return String(Object(json).exchanges)
}

const listOf = (page: Page) => page.locator('.traffic-total')

describeInBrowser('heavy traffic', () => {
  for (const width of [1280, 390] as const)
    it(`is counted, and listed when it is calm, at ${width}`, async () => {
      await using opened = await openConsole()
      const { page, problems } = await opened.open({ width, path: '/_sandbox/~default/traffic' })
      await page.getByText('Waiting for the first request').waitFor()
      const lists: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/exchanges?')) lists.push(request.url())
      })
      // Waits from the beginning: on a busy machine it may be calm again when all are sent.
      await sendUntil(page.getByText('Heavy traffic:').waitFor(), opened.standin.url)
      expect(lists).toEqual([])
      expect(await findBarriers(page)).toEqual([])
      await expect.poll(() => listOf(page).textContent()).toBe(await countExchanges(opened.standin.url))
      await page.getByText('Heavy traffic:').waitFor({ state: 'detached' })
      expect(problems).toEqual([])
    })

  it('is listed at once on request', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/~default/traffic' })
    await page.getByText('Waiting for the first request').waitFor()
    // On a busy machine it may be calm again, without the button, when all are sent.
    const listed = page.waitForRequest('**/exchanges?*')
    await sendUntil(
      Promise.all([page.getByRole('button', { name: 'List now' }).press('Enter'), listed]),
      opened.standin.url,
    )
    await expect.poll(() => listOf(page).textContent()).toBe(await countExchanges(opened.standin.url))
    await page.getByText('Heavy traffic:').waitFor({ state: 'detached' })
  })
})
