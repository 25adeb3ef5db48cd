/**
 * What holds for every part of the console: everybody can use it, in each width and theme, with much to show and with nothing;
 * it loads nothing from elsewhere; and it is usable by keyboard alone.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Standin } from '../../src/index.ts'
import { describeInBrowser } from '../support/browser.ts'
import { findBarriersInViews, openConsole } from './support/open-console.ts'
import { sendSampleTraffic } from './support/sample-traffic.ts'
import { readParts, settle, visitPart } from './support/visit-parts.ts'

/** Traffic, active scenarios, a clock of its own, a key, a second sandbox. */
const fill = async (standin: Standin): Promise<void> => {
  await sendSampleTraffic(standin)
  const sandbox = `${standin.url}/_sandbox/sandboxes/default`
  const headers = { 'Content-Type': 'application/json' }
  await fetch(`${sandbox}/clock`, { method: 'PUT', headers, body: '{"now":"2030-12-06T00:00:00Z","frozen":true}' })
  await fetch(`${sandbox}/scenario`, { method: 'PUT', headers, body: '{"scenario":"messages-left-queued"}' })
  await fetch(`${sandbox}/keys`, { method: 'POST', headers, body: '{}' })
  await standin.sandbox({ id: 'shop/1', scenario: 'slow' })
}

/** A sandbox without records and traffic. */
const createEmpty = async (standin: Standin): Promise<void> => {
  await standin.sandbox({ id: 'new' })
  for (const resource of ['pets', 'messages']) {
    const records = `${standin.url}/_sandbox/sandboxes/new/records/${resource}`
    const headers = { 'Content-Type': 'application/json' }
    expect((await fetch(records, { method: 'PUT', headers, body: '[]' })).status).toBe(200)
  }
}

describeInBrowser('every part', () => {
  it('has no barriers', async () => {
    await using opened = await openConsole()
    await fill(opened.standin)
    const { page, problems } = await opened.open()
    // The reference shows more in its own test.
    for (const part of (await readParts(page)).filter((name) => name !== 'Reference')) {
      await visitPart(page, part)
      expect(await findBarriersInViews(page), part).toEqual([])
    }
    expect(problems).toEqual([])
  })

  it('has no barriers in an empty sandbox', async () => {
    await using opened = await openConsole()
    await createEmpty(opened.standin)
    const { page, problems } = await opened.open({ path: '/_sandbox/~new/overview' })
    for (const part of (await readParts(page)).filter((name) => name !== 'Reference')) {
      await visitPart(page, part)
      expect(new URL(page.url()).pathname).toContain('/~new/')
      expect(await findBarriersInViews(page), part).toEqual([])
    }
    expect(problems).toEqual([])
  })

  it('is reached by its link on a narrow screen', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ width: 390, theme: 'dark' })
    for (const part of await readParts(page)) await visitPart(page, part)
    expect(problems).toEqual([])
  })

  it('has no barriers in its menu and its search', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/records/pets' })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await findBarriersInViews(page), 'menu').toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('pets')
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    expect(await findBarriersInViews(page), 'search').toEqual([])
    expect(problems).toEqual([])
  })

  it('is reached and left by keyboard alone, with the focus visible', async () => {
    await using opened = await openConsole()
    await fill(opened.standin)
    const { page } = await opened.open()
    for (const part of (await readParts(page)).filter((name) => name !== 'Reference')) {
      await page.getByRole('navigation', { name: 'Parts of the console' }).getByRole('link', { name: part }).focus()
      await page.keyboard.press('Enter')
      await page.locator('.navigation-link[aria-current=page]', { hasText: part }).waitFor()
      await settle(page)
      expect(await walkByTab(page), part).toEqual([])
    }
  })
})

/** Controls of a part that have no rows below them, such as lists whose rows the arrows reach, are far fewer. */
const maxStops = 150

/**
 * Tabs from the beginning of the page to its end. Returns what is wrong with the stops: invisible, no name, no sign of the
 * focus, a jump to what is before it in the page, or no end.
 */
const walkByTab = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(`(() => {
    document.activeElement?.blur()
    window.walked = { last: null, seen: new Set() }
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })()`)
  const wrong: string[] = []
  const stops: string[] = []
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(inspectFocus)
    // The bar and the navigation alone have more stops than this.
    if (found === 'end') return stops.length > 10 ? wrong : [...wrong, `only ${stops.length} stops`]
    stops.push(String(found))
    if (found !== '') wrong.push(String(found))
  }
  return [...wrong, `no end after ${maxStops} stops`]
}

const inspectFocus = `(() => {
  const element = document.activeElement
  const { walked } = window
  if (!element || element === document.body || walked.seen.has(element)) return 'end'
  const isBack = walked.last && (walked.last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING)
  walked.seen.add(element)
  walked.last = element
  const name = element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
  const box = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  const parentStyle = element.parentElement ? getComputedStyle(element.parentElement) : style
  const ringed = (each) => each.outlineStyle !== 'none' && each.outlineWidth !== '0px'
  if (isBack) return 'back to ' + name
  if (box.width === 0 || box.height === 0) return 'invisible ' + name
  if (!ringed(style) && style.boxShadow === 'none' && !ringed(parentStyle)) return 'no sign of the focus at ' + name
  return ''
})()`
