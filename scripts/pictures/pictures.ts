/**
 * The pictures of the console in the documentation: which page each one shows, and what is done on it first.
 */
import type { Page } from 'playwright-core'

/** What the traffic of the demo left behind. */
export interface DemoTraffic {
  /** The request with two mistakes. */
  readonly invalid: string
  /** The request that created an animal. */
  readonly created: string
}

export interface Picture {
  /** The file is docs/pictures/NAME-light.png, and NAME-dark.png. */
  readonly name: string
  /** The part of the console that it shows. Without this part in the console, the picture is left out. */
  readonly part: string
  /** The address below /_sandbox/. */
  readonly address: (traffic: DemoTraffic) => string
  /** Default: 1200 pixels. */
  readonly width?: number
  /** Default: 720 pixels. */
  readonly height?: number
  /** Whether time passes on the page: the viewer of the reference waits for it. Default: it does not. */
  readonly ticks?: boolean
  /** Resolves when the page shows what the picture is about. */
  readonly prepare: (page: Page) => Promise<void>
}

const waitForHeading = (page: Page): Promise<void> => page.locator('main h1').first().waitFor()

export const pictures: readonly Picture[] = [
  {
    name: 'overview',
    part: 'overview',
    address: () => '~default/overview',
    prepare: waitForHeading,
  },
  {
    name: 'traffic',
    part: 'traffic',
    address: ({ invalid }) => `~default/traffic/${invalid}`,
    height: 680,
    prepare: (page) => page.getByText('must be one of available, pending, sold').first().waitFor(),
  },
  {
    name: 'timeline',
    part: 'traffic',
    address: ({ created }) => `~default/traffic/timeline/${created}`,
    prepare: (page) => page.locator('tr.timeline-added').first().waitFor(),
  },
  {
    name: 'records',
    part: 'records',
    address: () => '~default/records/pets/105',
    width: 1360,
    prepare: async (page) => {
      const status = page.locator('[data-pointer="/status"]')
      await status.getByRole('combobox').selectOption('Another value…')
      await status.getByRole('textbox').fill('reserved')
      await status.getByText('Must be one of available, pending, sold').waitFor()
    },
  },
  {
    name: 'scenarios',
    part: 'scenarios',
    address: () => '~adoption-day/scenarios/adoption-day',
    height: 580,
    prepare: (page) => page.getByText('Applies to').first().waitFor(),
  },
  {
    name: 'time',
    part: 'time',
    address: () => '~default/time',
    prepare: waitForHeading,
  },
  {
    name: 'coverage',
    part: 'coverage',
    address: () => '~default/coverage',
    prepare: waitForHeading,
  },
  {
    name: 'reference',
    part: 'docs',
    address: () => 'docs',
    ticks: true,
    prepare: async (page) => {
      const operation = page.getByRole('button', { name: /add an animal/i }).first()
      await operation.waitFor()
      await operation.click()
      await page.locator('.opblock.is-open .opblock-section-request-body').first().waitFor()
      await page.mouse.wheel(0, 310)
    },
  },
]
