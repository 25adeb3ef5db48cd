/**
 * Every part of the console, found in its navigation: a new part is visited without a change of the tests.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Parts of the console' })

/** The titles of the parts. */
export const readParts = async (page: Page): Promise<readonly string[]> => {
  await navigation(page).getByRole('listitem').first().waitFor()
  return navigation(page).getByRole('listitem').allTextContents()
}

/** Waits until nothing of the page is being loaded any more. */
export const settle = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor()
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
}

/** By its link. Resolves when it has loaded. The reference is a page of its own; others go back from it. */
export const visitPart = async (page: Page, title: string): Promise<void> => {
  await navigation(page).getByRole('link', { name: title }).click()
  if (title === 'Reference') await page.locator('.swagger-ui .info').waitFor()
  else await page.locator('.navigation-link[aria-current=page]', { hasText: title }).waitFor()
  await settle(page)
}
