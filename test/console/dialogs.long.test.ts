/**
 * Every dialog of the console: no barriers in any width and theme, the focus stays inside, Escape closes it, and the focus
 * returns to what opened it. A new dialog fails here until it has a row.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Standin } from '../../src/index.ts'
import { describeInBrowser } from '../support/browser.ts'
import { projectFolder } from '../support/run-command.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { findBarriersInViews, goTo, openConsole } from './support/open-console.ts'
import { sendSampleTraffic } from './support/sample-traffic.ts'

interface OpenedDialog {
  /** The file in console/src that has it. */
  readonly file: string
  readonly title: string
  readonly path: string
  readonly open: (page: Page) => Promise<void>
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

const choose = async (page: Page, menu: string, item: string): Promise<void> => {
  await press(page, menu)
  await page.getByRole('menuitem', { name: item }).click()
}

/** Nothing is sent to it: the Animal Store has no webhooks. */
const receiver = 'http://127.0.0.1:9/hooks'

const dialogs: readonly OpenedDialog[] = [
  {
    file: 'shell/command-palette.tsx',
    title: 'Search and go',
    path: 'overview',
    open: (page) => page.getByRole('button', { name: 'Search' }).click(),
  },
  {
    file: 'shell/shortcut-dialog.tsx',
    title: 'Keyboard',
    path: 'overview',
    // Its button is on wide screens only.
    open: (page) => page.keyboard.press('?'),
  },
  {
    file: 'components/create-sandbox-dialog.tsx',
    title: 'New sandbox',
    path: 'sandboxes',
    open: (page) => press(page, 'New sandbox'),
  },
  {
    file: 'components/create-sandbox-dialog.tsx',
    title: 'apart is ready',
    path: 'sandboxes',
    open: async (page) => {
      await press(page, 'New sandbox')
      await page.getByLabel('Name', { exact: true }).fill('apart')
      await page.keyboard.press('Enter')
    },
  },
  {
    file: 'parts/sandboxes/import-dialog.tsx',
    title: 'Import into default',
    path: 'sandboxes/default',
    open: (page) => choose(page, 'More for default', 'Import a fixture set…'),
  },
  {
    file: 'parts/sandboxes/delete-dialog.tsx',
    title: 'Delete checkout?',
    path: 'sandboxes/checkout',
    open: (page) => choose(page, 'More for checkout', 'Delete…'),
  },
  {
    file: 'parts/sandboxes/snapshots.tsx',
    title: 'Delete the snapshot?',
    path: 'sandboxes/checkout',
    open: (page) => choose(page, 'More for the snapshot before', 'Delete…'),
  },
  {
    file: 'parts/records/import-dialog.tsx',
    title: 'Import pets',
    path: 'records/pets',
    open: (page) => choose(page, 'More', 'Import pets…'),
  },
  {
    file: 'parts/scenarios/delete-scenario.tsx',
    title: 'Delete mine?',
    path: 'scenarios/mine',
    open: (page) => press(page, 'Delete'),
  },
  {
    file: 'parts/traffic/traffic-header.tsx',
    title: 'Clear all exchanges?',
    path: 'traffic',
    open: (page) => choose(page, 'More', 'Clear all exchanges…'),
  },
  {
    file: 'parts/traffic/copy-as.tsx',
    title: 'The request',
    path: 'traffic',
    open: async (page) => {
      await page.locator('.traffic-row', { hasText: '3 violations' }).click()
      // Where a page may not write to the clipboard, the text is shown.
      await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`)
      await choose(page, 'Copy as', 'Copy as curl')
    },
  },
  {
    file: 'parts/keys/generate-dialog.tsx',
    title: 'Generate a key',
    path: 'keys',
    open: (page) => press(page, 'Generate key'),
  },
  {
    file: 'parts/keys/generate-dialog.tsx',
    title: 'The key is ready',
    path: 'keys',
    open: async (page) => {
      await press(page, 'Generate key')
      await press(page, 'Generate')
    },
  },
  {
    file: 'parts/webhooks/add-receiver-dialog.tsx',
    title: 'Add a receiver',
    path: 'webhooks',
    open: (page) => press(page, 'Add receiver'),
  },
  {
    file: 'parts/webhooks/add-receiver-dialog.tsx',
    title: 'The receiver is added',
    path: 'webhooks',
    open: async (page) => {
      await press(page, 'Add receiver')
      await page.getByLabel('URL').fill(receiver)
      await page.keyboard.press('Enter')
    },
  },
  {
    file: 'parts/webhooks/delete-receiver-dialog.tsx',
    title: 'Delete the receiver?',
    path: 'webhooks',
    open: (page) =>
      page
        .getByRole('button', { name: `Delete the receiver ${receiver}` })
        .first()
        .click(),
  },
]

/** A second sandbox with a snapshot, and traffic. */
const fill = async (standin: Standin): Promise<void> => {
  await sendSampleTraffic(standin)
  const checkout = await standin.sandbox({ id: 'checkout' })
  await checkout.snapshot('before')
}

const scenario = 'description: Mine.\nsteps:\n  - respond: { status: 503 }\n    contract: ignore\n'

const sources = join(projectFolder, 'console/src')

const usesDialog = (file: string): boolean =>
  file.endsWith('.tsx') &&
  !file.endsWith('confirm-dialog.tsx') &&
  /<(Confirm)?Dialog[\s>]/.test(readFileSync(join(sources, file), 'utf8'))

it('has a row for each dialog of the console', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(usesDialog)
  expect([...new Set(dialogs.map(({ file }) => file))].sort()).toEqual(files.sort())
})

const isInDialog =
  'document.activeElement?.closest("dialog[open]") !== null || document.activeElement === document.body'

/** More than any dialog has. */
const maxStops = 25

describeInBrowser('every dialog', () => {
  it('has no barriers and keeps the focus', async () => {
    await using folder = await createTemporaryFolder({ 'scenarios/mine.yaml': scenario })
    await using opened = await openConsole({ scenarios: join(folder.path, 'scenarios') })
    await fill(opened.standin)
    const { page, problems } = await opened.open()
    for (const { title, path, open } of dialogs) {
      await goTo(page, `/_sandbox/~default/${path}`)
      await page.locator('main :is(h1, h2)').locator('visible=true').first().waitFor()
      await open(page)
      const dialog = page.getByRole('dialog', { name: title, exact: true })
      await dialog.waitFor()
      // What is behind it is inert, and the tests of the parts look at it.
      expect(await findBarriersInViews(page, 'dialog[open]'), title).toEqual([])
      // The browser's own controls come between the last one and the first.
      for (let stop = 0; stop < maxStops; stop++) {
        await page.keyboard.press('Tab')
        expect(await page.evaluate(isInDialog), `${title}, stop ${stop}`).toBe(true)
      }
      await dialog.getByRole('button').or(dialog.getByRole('combobox')).first().focus()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await page.locator('dialog[open]').count(), title).toBe(0)
    }
    expect(problems).toEqual([])
  })
})
