/**
 * The walk through Overview and Records: a first request, then a record that is edited as a form and as JSON, filtered, deleted and
 * added, each with Undo.
 */
import { execFileSync } from 'node:child_process'
import type { Locator } from 'playwright-core'
import {
  dismissMessages,
  expectSoon,
  openPart,
  openPath,
  press,
  readMessage,
  readText,
  textOf,
  undo,
  type Walker,
} from './walker.ts'

export const walkOverview = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  await openPath(walker, '')
  await step('overview', () => page.getByText(/Send a first request|A request to copy/).waitFor())
  await step('traffic before the first request', async () => {
    await openPart(walker, 'Traffic')
    await page.getByText('Waiting for the first request').waitFor()
  })
  await step('timeline before the first request', async () => {
    await openPath(walker, '~default/traffic/timeline')
    return textOf(page.locator('main'))
  })
  await step('send the request of the overview', async () => {
    await openPart(walker, 'Overview')
    await page.getByRole('tab', { name: 'JavaScript' }).click()
    await page.getByRole('tab', { name: 'curl' }).click()
    const command = await readText(page.getByRole('region', { name: 'the request for curl' }))
    const curl = command.replace(/^curl/, 'curl -s -o /dev/null -w "%{http_code}"')
    const status = execFileSync('bash', ['-c', curl]).toString()
    await page.locator('.exchange-row').first().waitFor()
    return `${status} for ${command.slice(0, 100)}`
  })
  await step('open its exchange', async () => {
    await page.locator('.exchange-row').first().click()
    await page.getByText('Why this response').waitFor()
  })
}

const rowOf = ({ page }: Walker): Locator => page.locator('.records-open').first()

/** The text fields that a person would edit first; any other control if there are none. */
const editSomething = async ({ page }: Walker): Promise<string> => {
  const fields = page.locator('.record-form input[type=text], .record-form input:not([type]), .record-form textarea')
  const count = Math.min(await fields.count(), 250)
  for (const pattern of [/name|title|description|url|label|note/i, /./])
    for (let index = 0; index < count; index++) {
      const field = fields.nth(index)
      if (!(await field.isVisible()) || !(await field.isEditable())) continue
      const label = await field.evaluate((node) => String(Object(node).labels?.[0]?.textContent ?? ''))
      const isSpecial = /another property|\bid\b|_id|date|time|email|currency|country/i.test(label)
      if (isSpecial || !pattern.test(label)) continue
      await field.fill(`${await field.inputValue()}x`)
      return label
    }
  const select = page.locator('.record-form select:visible').first()
  if ((await select.count()) > 0) {
    const value = await select.inputValue()
    const options = await select
      .locator('option')
      .evaluateAll((nodes) => nodes.map((each) => String(Object(each).value)))
    await select.selectOption(options.find((each) => each !== value && each !== '') ?? value)
    return 'a choice'
  }
  await page.locator('.record-form input:visible').last().click()
  return 'the last control'
}

/** What is generated may not allow any change: then it is saved as it is. Returns the message. */
const save = async (walker: Walker, button: 'Save' | 'Add'): Promise<string> => {
  const { page } = walker
  await page.waitForTimeout(600)
  await page.locator('.record-save').getByRole('button', { name: button, exact: true }).click()
  const anyway = page.getByRole('button', { name: 'Save anyway' })
  const saved = page.getByRole('region', { name: 'Messages' }).getByText(/^(Saved|Added)/)
  await anyway.or(saved).first().waitFor()
  const isRejected = (await anyway.count()) > 0
  if (isRejected) await anyway.click()
  return `${isRejected ? 'anyway: ' : ''}${await readMessage(walker, /^(Saved|Added)/)}`
}

const takeBack = async (walker: Walker): Promise<void> => {
  await undo(walker)
  await walker.page.waitForTimeout(700)
  await dismissMessages(walker)
}

export const walkRecords = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  await step('records', async () => {
    await openPart(walker, 'Records')
    await rowOf(walker).waitFor()
    return new URL(page.url()).pathname
  })
  await step('open a record', async () => {
    await rowOf(walker).click()
    await page.locator('.record-form').waitFor()
  })
  await step('edit a field', () => editSomething(walker))
  await step('save', () => save(walker, 'Save'))
  await step('undo the change', () => takeBack(walker))
  await walkJson(walker)
  await step('delete the record', async () => {
    await page.locator('.record-header').getByRole('button', { name: 'Delete' }).click()
    return readMessage(walker, /^Deleted/)
  })
  await step('undo the deletion', () => takeBack(walker))
  await walkSearch(walker)
  await step('form of a new record', async () => {
    await page.getByRole('link', { name: 'Add', exact: true }).click()
    await page.locator('.record-form').waitFor()
  })
  await step('add the record', () => save(walker, 'Add'))
  await step('undo the addition', () => takeBack(walker))
}

const walkJson = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  const editor = page.locator('.cm-content')
  const has = async (text: string): Promise<boolean> => (await readText(editor)).includes(text)
  await step('edit as JSON', async () => {
    await page.getByRole('tab', { name: 'JSON' }).click()
    await editor.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('"walked": 13,')
    return save(walker, 'Save')
  })
  await step('undo it', async () => {
    await undo(walker)
    await expectSoon('the property is gone', async () => !(await has('walked')))
    await dismissMessages(walker)
  })
  await step('discard what is not JSON', async () => {
    await editor.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('oops')
    await page
      .getByText(/This is not a JSON object yet/)
      .first()
      .waitFor()
    await press(walker, 'Discard')
    await expectSoon('it is discarded', async () => !(await has('oops')))
  })
}

const walkSearch = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  await step('filter without a result', async () => {
    await press(walker, 'Filter')
    await page.getByRole('button', { name: 'Add filter' }).waitFor()
    const value = page.locator('.records-add-filter input').first()
    if ((await value.count()) > 0) await value.fill('no such value')
    await press(walker, 'Add filter')
    await page
      .getByRole('button', { name: /^Remove the filter/ })
      .first()
      .waitFor()
    return textOf(page.locator('.records-main'))
  })
  await step('remove the filter', async () => {
    await page
      .getByRole('button', { name: /^Remove the filter/ })
      .first()
      .click()
    await rowOf(walker).waitFor()
  })
  await step('search without a result', async () => {
    await page.getByPlaceholder('Search in all values').fill('zzzzzz')
    await page.getByText('No record matches').waitFor()
    await page.getByRole('link', { name: 'Show all records' }).click()
    await rowOf(walker).waitFor()
  })
}
