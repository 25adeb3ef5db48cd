/**
 * The walk through Sandboxes and the reference, and addresses of what does not exist.
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

const ids = async (walker: Walker): Promise<readonly string[]> =>
  Object(await readControl(walker, '/sandboxes')).map(({ id }: { readonly id: string }) => id)

const deleteCopy = async (walker: Walker, from: string): Promise<void> => {
  await openPath(walker, `~${from}/sandboxes/copy`)
  await choose(walker, walker.page.getByRole('button', { name: 'More for copy', exact: true }), 'Delete…')
  await press(walker, 'Delete copy')
}

export const walkSandboxes = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  const name = page.getByLabel('Name', { exact: true })
  await step('a sandbox with a wrong clock', async () => {
    await openPart(walker, 'Sandboxes')
    await press(walker, 'New sandbox')
    await name.fill('mine')
    await page.getByLabel('Clock').fill('nonsense')
    await page.keyboard.press('Enter')
    return textOf(page.locator('.field-error').first())
  })
  await step('create it', async () => {
    await page.getByLabel('Clock').fill('')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'mine is ready' }).waitFor()
  })
  await step('switch to it', async () => {
    await press(walker, 'Switch to it')
    await page.waitForURL('**/~mine/sandboxes/mine')
  })
  await step('fork it', async () => {
    await press(walker, 'Fork')
    await name.fill('copy')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'copy is ready' }).waitFor()
    await press(walker, 'Done')
  })
  await step('take a snapshot', async () => {
    await page.getByLabel('Name of the snapshot').fill('one')
    await page.keyboard.press('Enter')
    return readMessage(walker, /Took the snapshot/)
  })
  await step('reset it', async () => {
    await press(walker, 'Reset')
    return readMessage(walker, /^Reset/)
  })
  await step('compare two sandboxes', async () => {
    await openPath(walker, '~mine/sandboxes/copy/differences/default')
    return textOf(page.locator('main'), 200)
  })
  await step('delete the copy', async () => {
    await deleteCopy(walker, 'mine')
    return readMessage(walker, /^Deleted copy/)
  })
  await step('undo that', async () => {
    await undo(walker)
    await expectSoon('the copy is back', async () => (await ids(walker)).includes('copy'))
    await dismissMessages(walker)
  })
  await step('delete the selected sandbox', async () => {
    await deleteCopy(walker, 'copy')
    await page.waitForURL((url) => !url.pathname.includes('~copy'))
    return new URL(page.url()).pathname
  })
}

/** A person may open an old link: each says what is missing, and leads on. */
export const walkMissing = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  await step('a sandbox that does not exist', async () => {
    await openPath(walker, '~gone/records')
    await page.getByText('gone').first().waitFor()
    return textOf(page.locator('main'), 200)
  })
  await step('a record that does not exist', async () => {
    await openPath(walker, '~mine/records')
    await page.locator('.records-open').first().waitFor()
    await page.goto(`${page.url().split('?')[0]}/no-such-id`)
    await page.getByText('could not be loaded').waitFor()
  })
  await step('an exchange that does not exist', async () => {
    await openPath(walker, '~mine/traffic/no-such-id')
    await page.getByText('This exchange cannot be shown').waitFor()
  })
}

/** Swagger UI needs long for a document like GitHub's. */
const slow = { timeout: 60_000 }

export const walkReference = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  const operations = page.locator('.opblock-summary-control')
  await step('the reference', async () => {
    await openPart(walker, 'Reference')
    await operations.first().waitFor(slow)
    return page.url()
  })
  await step('filter it without a result', async () => {
    const filter = page.locator('.operation-filter-input')
    const all = await operations.count()
    await filter.fill('zzzz')
    // Webhooks stay.
    await expectSoon('fewer operations are shown', async () => (await operations.count()) < all)
    await filter.fill('')
    await expectSoon('all operations are shown', async () => (await operations.count()) === all)
  })
  await step('open an operation', async () => {
    const gets = page.locator('.opblock-get')
    const paths = await gets
      .locator('.opblock-summary-path')
      .evaluateAll((nodes) => nodes.map((each) => String(Object(each).dataset.path)))
    const index = Math.max(
      0,
      paths.findIndex((path) => !/\{|%7B/.test(path)),
    )
    await gets.nth(index).locator('.opblock-summary-control').click(slow)
    await page.getByRole('button', { name: 'Execute' }).first().waitFor(slow)
    return paths[index]
  })
  await step('send its request', async () => {
    for (const row of await page.locator('.opblock.is-open .parameters tr:has(.required)').all()) {
      const input = row.locator('input:visible').first()
      if ((await input.count()) > 0 && (await input.inputValue()) === '') await input.fill('walked')
    }
    await page.getByRole('button', { name: 'Execute' }).first().click(slow)
    const status = page.locator('.live-responses-table tbody .response-col_status').first()
    await status.waitFor(slow)
    return textOf(status)
  })
  await step('back from the reference', async () => {
    await page.locator('.reference-back').click()
    await page.waitForURL('**/~mine/overview')
    return textOf(page.locator('.exchange-row').first())
  })
}
