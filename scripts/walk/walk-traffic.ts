/**
 * The walk through Traffic: an operation without an exchange, an exchange that is copied, sent again, searched and compared, and the
 * timeline.
 */
import {
  choose,
  dismissMessages,
  expectSoon,
  openPart,
  openPath,
  press,
  readControl,
  readMessage,
  textOf,
  undo,
  type Walker,
} from './walker.ts'

const search = ({ page }: Walker, text: string): Promise<void> =>
  page.getByLabel('Search paths, bodies, messages and ids').fill(text)

const openExchange = async (walker: Walker, index = 0): Promise<void> => {
  const { page } = walker
  await openPath(walker, '~default/traffic')
  await page.locator('.traffic-row').nth(index).click()
  await page.getByText('Why this response').waitFor()
}

const menuOf = ({ page }: Walker) => page.locator('.traffic-actions').getByRole('button', { name: 'More' })

/** Sends the open exchange again, with another path. */
const sendTo = async (walker: Walker, change: (path: string) => string): Promise<string> => {
  const { page } = walker
  await page.getByRole('link', { name: 'Send again' }).click()
  const path = page.getByLabel('Path and query')
  await path.fill(change(await path.inputValue()))
  await press(walker, 'Send changed request')
  await page.getByText('Why this response').waitFor()
  return textOf(page.locator('.traffic-detail'), 160)
}

export const walkTraffic = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  await step('an operation without an exchange', async () => {
    await openPath(walker, '~default/overview')
    await page.locator('main h1').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Operation')
    await page
      .getByRole('option', { name: /^Operation/ })
      .last()
      .click()
    await page.getByText(/^No exchange of .* yet$/).waitFor()
    await page.getByRole('link', { name: 'Open in the reference' }).waitFor()
    return textOf(page.locator('.traffic-first'))
  })
  await step('send its request', async () => {
    const button = page.getByRole('button', { name: 'Send it' })
    if ((await button.count()) === 0) return 'no request to send'
    await button.click()
    await page.getByText('Why this response').waitFor()
    return textOf(page.locator('.traffic-detail-title'))
  })
  await step('an exchange and its reason', () => openExchange(walker))
  await step('copy it', async () => {
    await page.getByRole('button', { name: 'Copy as' }).first().click()
    await page.getByRole('menuitem').first().click()
    return readMessage(walker, /^Copied/)
  })
  await step('send it again', () => sendTo(walker, (path) => `${path}${path.includes('?') ? '&' : '?'}walked=1`))
  await step('send it to an unknown path', () => sendTo(walker, () => '/no/such/path'))
  await step('search', async () => {
    await openPart(walker, 'Traffic')
    await search(walker, 'walked')
    await page.waitForURL('**q=walked*')
    await page.locator('.traffic-row').first().waitFor()
  })
  await step('search without a result', async () => {
    await search(walker, 'zzzzz')
    await page.getByText('No exchange matches the filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await page.locator('.traffic-row').first().waitFor()
  })
  await step('compare two', async () => {
    await openExchange(walker)
    await choose(walker, menuOf(walker), 'Compare with…')
    await page.locator('.traffic-row').nth(1).click()
    await page.getByRole('heading', { name: 'Differences' }).waitFor()
    return textOf(page.locator('.traffic-detail'), 160)
  })
}

export const walkTimeline = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  await step('timeline', async () => {
    await openPath(walker, '~default/traffic/timeline')
    await page.getByText('Fork just before').waitFor()
  })
  await step('back on it', () => press(walker, 'Previous'))
  await step('fork from there', async () => {
    await press(walker, 'Fork just before')
    return readMessage(walker, /^Created the sandbox/)
  })
  await step('undo the fork', async () => {
    await undo(walker)
    await expectSoon('there is one sandbox', async () => Object(await readControl(walker, '/sandboxes')).length === 1)
    await dismissMessages(walker)
  })
  await step('try again from there', async () => {
    await press(walker, 'Try again from here')
    await page.getByRole('heading', { name: /Tried again/ }).waitFor()
  })
}

/** Leads to the editor of a new scenario. */
export const makeScenario = async (walker: Walker): Promise<string> => {
  const { page } = walker
  await openPath(walker, '~default/traffic?q=walked')
  await page.locator('.traffic-row').last().click()
  await page.getByText('Why this response').waitFor()
  await choose(walker, menuOf(walker), 'Make this a scenario')
  await page.getByText('It agrees with the documents.').waitFor()
  return textOf(page.locator('.cm-content'))
}
