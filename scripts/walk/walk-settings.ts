/**
 * The walk through Scenarios, Coverage, Time and Keys.
 */

import { makeScenario } from './walk-traffic.ts'
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

const activeScenario = async (walker: Walker): Promise<unknown> =>
  Object(await readControl(walker, '/sandboxes/default')).scenario

const switchOn = async (walker: Walker, name: string): Promise<void> => {
  await press(walker, 'Switch on in “default”')
  await expectSoon(`${name} is on`, async () => (await activeScenario(walker)) === name)
  await walker.page.getByRole('button', { name: 'Switch off in “default”' }).waitFor()
}

const switchOff = async (walker: Walker, name: string): Promise<void> => {
  await press(walker, 'Switch off in “default”')
  await expectSoon(`${name} is off`, async () => (await activeScenario(walker)) === null)
}

const tryScenario = async (walker: Walker): Promise<string> => {
  await press(walker, /^Try it/)
  await press(walker, 'Send')
  const sent = walker.page.locator('.scenarios-sent')
  await sent.waitFor()
  return textOf(sent, 60)
}

export const walkScenarios = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  let name = ''
  await step('make a scenario of an exchange', () => makeScenario(walker))
  await step('apply it', async () => {
    await press(walker, 'Apply')
    await page.locator('.scenarios-operations').waitFor()
    name = decodeURIComponent(new URL(page.url()).pathname.split('/').pop() ?? '')
    return name
  })
  await step('switch it on', () => switchOn(walker, name))
  await step('try it', () => tryScenario(walker))
  await step('switch it off', () => switchOff(walker, name))
  await step('a built-in scenario', async () => {
    await openPath(walker, '~default/scenarios/server-error')
    await switchOn(walker, 'server-error')
    const response = await tryScenario(walker)
    await switchOff(walker, 'server-error')
    await dismissMessages(walker)
    return response
  })
  await step('a blank scenario', async () => {
    await openPath(walker, '~default/scenarios?new=blank')
    await page.locator('.cm-content').waitFor()
  })
}

export const walkCoverage = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  await step('coverage', async () => {
    await openPart(walker, 'Coverage')
    await page.getByText(/documented\s+responses/).waitFor()
    return textOf(page.locator('.coverage-total'))
  })
  await step('its gaps', async () => {
    await press(walker, 'Gaps')
    const groups = page.locator('.coverage-group[aria-expanded=false]')
    if ((await groups.count()) > 0) await groups.first().click()
    await page
      .getByRole('link', { name: /: not covered/ })
      .first()
      .waitFor()
  })
  for (const number of [1, 2, 3]) {
    await step(`gap ${number}`, async () => {
      const name = number === 1 ? /: not covered/ : /^Next gap/
      await page.getByRole('link', { name }).first().click()
      const status = page.locator('.coverage-status')
      await status.waitFor()
      await expectSoon('there is a request or a reason', async () => (await status.locator('.skeleton').count()) === 0)
      return textOf(status, 160)
    })
    await step(`gap ${number}: close it`, async () => {
      const send = page.getByRole('button', { name: /^Send it to/ })
      if ((await send.count()) === 0) return 'no request is known'
      await send.click()
      const message = await readMessage(walker, /is covered$/)
      await dismissMessages(walker)
      return message
    })
  }
  await step('search operations', async () => {
    await openPath(walker, '~default/coverage')
    await page.getByLabel('Search operations').fill('a')
    await page.waitForURL('**q=a*')
    return textOf(page.locator('.coverage-rows'))
  })
}

export const walkTime = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  const duration = page.getByLabel('Another duration')
  await step('the clock', async () => {
    await openPath(walker, '~mine/overview')
    await openPart(walker, 'Time')
    await press(walker, 'Freeze')
    await page.getByRole('button', { name: 'Let it run' }).waitFor()
    await press(walker, /Advance by\s*1 day/)
  })
  await step('a duration that is none', async () => {
    await duration.fill('soon')
    await page.keyboard.press('Enter')
    return textOf(page.locator('.field-error').first())
  })
  await step('back to real time', async () => {
    await duration.fill('2h')
    await page.keyboard.press('Enter')
    await press(walker, 'Back to real time')
    await page.locator('.time-state', { hasText: 'real time' }).waitFor()
  })
}

export const walkKeys = async (walker: Walker): Promise<void> => {
  const { page, step } = walker
  const menu = page.getByRole('button', { name: 'More for the key' }).first()
  await step('generate a key', async () => {
    await openPart(walker, 'Keys')
    await press(walker, 'Generate key')
    await press(walker, 'Generate')
    await page.getByRole('dialog', { name: 'The key is ready' }).waitFor()
    await press(walker, 'Done')
  })
  for (const [command, message] of [
    ['Revoke', /is revoked/],
    ['Delete', /^Deleted/],
  ] as const)
    await step(`${command.toLowerCase()} it, and undo`, async () => {
      await choose(walker, menu, command)
      const shown = await readMessage(walker, message)
      await undo(walker)
      await menu.waitFor()
      await dismissMessages(walker)
      return shown
    })
}
