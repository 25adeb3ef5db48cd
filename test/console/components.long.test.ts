/**
 * The components that all parts share, as they behave in the page: long lists, lists with a detail, menus, messages, and the
 * connection to the server.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { startStandin } from '../support/start-standin.ts'
import { openConsole } from './support/open-console.ts'

const authorization = { Authorization: 'Bearer sandbox-key' }

/** What has the focus: its accessible name as far as an attribute or its text has it. */
const focused = async (page: Page): Promise<string> =>
  String(
    await page.evaluate(
      "(document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent || '').trim()",
    ),
  )

/** Presses a key until something of this name has the focus, at most 60 times. */
const moveTo = async (page: Page, name: string | RegExp, key = 'Tab'): Promise<void> => {
  const seen: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key)
    const now = await focused(page)
    if (typeof name === 'string' ? now === name : name.test(now)) return
    seen.push(now.slice(0, 40))
  }
  throw new Error(`${key} does not reach ${name}; it reaches ${seen.join(' | ')}`)
}

describeInBrowser('the shared components', () => {
  it('VirtualList has few rows in the page, moves by keyboard, and keeps its position', async () => {
    await using opened = await openConsole()
    for (let index = 0; index < 400; index++) await opened.standin.sandbox({ id: `run-${1_000 + index}` })
    const { page } = await opened.open({ path: '/_sandbox/~default/sandboxes?sort=id' })
    const list = page.getByRole('region', { name: 'List of sandboxes' })
    await list.getByRole('link', { name: /run-1000/ }).waitFor()
    const rows = list.getByRole('listitem')
    expect(await rows.count()).toBeGreaterThan(5)
    expect(await rows.count()).toBeLessThan(60)
    await list.focus()
    await page.keyboard.press('End')
    await list.getByRole('link', { name: /run-1399/ }).waitFor()
    // The last rows are in the page before the list has scrolled to its end.
    await expect
      .poll(() => list.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight))
      .toBeLessThan(1)
    expect(await list.getByRole('link', { name: /run-1000/ }).count()).toBe(0)
    expect(await rows.count()).toBeLessThan(60)
    const top = (): Promise<number> => list.evaluate((element) => element.scrollTop)
    const before = await top()
    expect(before).toBeGreaterThan(10_000)
    // More rows at the other end do not move what one reads; nor does the detail.
    await list.getByRole('link', { name: /run-1399/ }).click()
    await page.getByRole('heading', { name: 'run-1399' }).waitFor()
    await opened.standin.sandbox({ id: 'zoo' })
    await fetch(`${opened.standin.url}/~zoo/v1/pets`, { headers: authorization })
    await expect.poll(() => rows.first().getAttribute('aria-setsize')).toBe('402')
    expect(await top()).toBe(before)
  })

  it('SplitView replaces the list by the detail on a narrow screen, and shows both on a wide one', async () => {
    await using opened = await openConsole()
    await opened.standin.sandbox({ id: 'checkout' })
    const narrow = (await opened.open({ width: 390, path: '/_sandbox/~default/sandboxes' })).page
    const list = narrow.getByRole('region', { name: 'Sandboxes', exact: true })
    await list.getByRole('link', { name: /checkout/ }).click()
    await narrow.getByRole('heading', { name: 'checkout', level: 1 }).waitFor()
    expect(await list.isVisible()).toBe(false)
    await narrow.getByRole('link', { name: 'All sandboxes' }).click()
    await list.getByRole('link', { name: /checkout/ }).waitFor()
    expect(await narrow.getByRole('region', { name: /^The sandbox/ }).isVisible()).toBe(false)
    const wide = (await opened.open({ path: '/_sandbox/~default/sandboxes/checkout' })).page
    await wide.getByRole('heading', { name: 'checkout' }).waitFor()
    await wide
      .getByRole('region', { name: 'Sandboxes', exact: true })
      .getByRole('link', { name: /checkout/ })
      .waitFor()
  })

  it('Menu moves by arrow keys, Home and End, chooses with Enter, and gives the focus back', async () => {
    await using opened = await openConsole()
    await opened.standin.sandbox({ id: 'checkout' })
    const { page } = await opened.open({ path: '/_sandbox/~default/sandboxes/checkout' })
    const button = page.getByRole('button', { name: 'More for checkout', exact: true })
    // The focus goes to the first entry after the menu is rendered.
    const focusedItem = page.locator('[role=menuitem]:focus')
    await button.focus()
    await page.keyboard.press('Enter')
    await focusedItem.waitFor()
    const items = await page.getByRole('menuitem').allTextContents()
    expect(items.length).toBeGreaterThan(2)
    expect(await focused(page)).toBe(items[0])
    for (const [key, expected] of [
      ['ArrowDown', items[1]],
      ['End', items.at(-1)],
      ['ArrowDown', items[0]],
      ['ArrowUp', items.at(-1)],
      ['Home', items[0]],
    ] as const) {
      await page.keyboard.press(key)
      expect([key, await focused(page)]).toEqual([key, expected])
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    expect(await page.locator('[aria-label="More for checkout"]:focus').count()).toBe(1)
    await page.keyboard.press('Enter')
    await focusedItem.waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Delete checkout?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[aria-label="More for checkout"]:focus').waitFor()
  })

  it('a message with Undo stays while it has the focus, and goes when it is dismissed', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/~default/sandboxes' })
    await page.clock.install()
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    const messages = page.getByRole('region', { name: 'Messages' })
    const text = messages.getByText('Reset default to its initial state')
    await text.waitFor()
    await messages.getByRole('button', { name: 'Undo' }).focus()
    // The timer is stopped after the next frame.
    await page.clock.runFor(1_000)
    await page.clock.fastForward(60_000)
    expect(await text.count()).toBe(1)
    await messages.getByRole('button', { name: 'Dismiss' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => text.count()).toBe(0)
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await text.waitFor()
    await page.mouse.move(0, 0)
    await page.clock.fastForward(11_000)
    await expect.poll(() => text.count()).toBe(0)
  })

  it('connects again when the server is back, and shows what it has then', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open()
    await page.getByText('No requests yet').waitFor()
    const { port } = new URL(opened.standin.url)
    await opened.standin.close()
    await page.getByText('The connection to the server is lost.').waitFor()
    await using again = await startStandin({ port: Number(port) })
    await again.sandbox({ id: 'after-restart' })
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByText('The connection to the server is lost.').waitFor({ state: 'detached' })
    await fetch(`${again.url}/v1/pets`, { headers: authorization })
    await page.locator('.exchange-row', { hasText: '/v1/pets' }).waitFor()
    await page.getByRole('button', { name: 'default', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'after-restart' }).waitFor()
  })
})

describeInBrowser('by keyboard alone', () => {
  it('Sandboxes: opens one, forks it, and switches to the fork', async () => {
    await using opened = await openConsole()
    await opened.standin.sandbox({ id: 'checkout' })
    const { page } = await opened.open()
    await page.getByText('No requests yet').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await page.getByRole('link', { name: /checkout/ }).waitFor()
    expect(await focused(page)).toBe('Sandboxes')
    await moveTo(page, /^checkout/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'checkout' }).waitFor()
    await moveTo(page, 'Fork')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Fork checkout' }).waitFor()
    await page.keyboard.type('mine')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'mine is ready' }).waitFor()
    await moveTo(page, 'Switch to it')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/_sandbox/~mine/sandboxes/mine')
  })

  it('Keys: generates one and revokes it', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/~default/keys' })
    await page.getByText('sandbox-key-expired', { exact: true }).waitFor()
    await moveTo(page, 'Generate key')
    await page.keyboard.press('Enter')
    await moveTo(page, 'Generate')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'The key is ready' }).waitFor()
    await moveTo(page, 'Done')
    await page.keyboard.press('Enter')
    await moveTo(page, 'More for the key sandbox-key')
    await page.keyboard.press('Enter')
    await moveTo(page, 'Revoke', 'ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('sandbox-key is revoked').waitFor()
    const { status } = await fetch(`${opened.standin.url}/v1/pets`, { headers: authorization })
    expect(status).toBe(401)
  })

  it('Coverage: opens a gap and sends its request', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/~default/coverage' })
    await page.getByRole('link', { name: 'createPet 400: not covered' }).waitFor()
    await page.getByLabel('Search operations').focus()
    await page.keyboard.type('createPet')
    await moveTo(page, 'createPet 400: not covered')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Send it to default' }).waitFor()
    await moveTo(page, 'Send it to default')
    await page.keyboard.press('Enter')
    await page.getByText('createPet 400 is covered').waitFor()
  })
})
