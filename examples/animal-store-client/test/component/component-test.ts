/**
 * A test with a page. The test's own sandbox handles the page's requests to the real address, in this process. The test
 * fails if the page sends an unmatched, invalid or deprecated request, even if the page hides the error.
 */
import { setupServer } from 'msw/node'
import { handlers } from 'standin/msw'
import { standinTest } from 'standin/vitest'
import { afterAll, beforeAll } from 'vitest'
import { AnimalStore } from '../../src/animal-store.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

export const test = standinTest({ failOn: ['unmatched', 'invalid', 'deprecated'] }).extend<{
  readonly page: HTMLElement
  readonly store: AnimalStore
}>({
  page: async ({ sandbox }, use) => {
    server.use(...handlers(sandbox))
    const page = document.createElement('main')
    document.body.replaceChildren(page)
    await use(page)
    server.resetHandlers()
  },
  // No base address: the page calls the real one, as in production.
  store: async ({ sandbox }, use) => await use(new AnimalStore({ key: sandbox.key, wait: async () => {} })),
})

/** The strings in the list. */
export const itemsOf = (page: HTMLElement): readonly (string | null)[] =>
  Array.from(page.querySelectorAll('li'), ({ textContent }) => textContent)

export const alertOf = (page: HTMLElement): string | undefined => {
  const alert = page.querySelector<HTMLElement>('[role=alert]')
  return alert === null || alert.hidden ? undefined : (alert.textContent ?? '')
}

export const click = (page: HTMLElement, name: string): void =>
  page.querySelector<HTMLElement>(`[name=${name}]`)?.click()
