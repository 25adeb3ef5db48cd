/**
 * A test with a page whose requests to the real address are answered by a sandbox of its own, in this process. It fails
 * where the page sends what the store does not have or refuses, even if the page hides that.
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
  // No base address: the page calls the real one, as it will when it is used.
  store: async ({ sandbox }, use) => await use(new AnimalStore({ key: sandbox.key, wait: async () => {} })),
})

/** The texts of the list. */
export const itemsOf = (page: HTMLElement): readonly (string | null)[] =>
  Array.from(page.querySelectorAll('li'), ({ textContent }) => textContent)

export const alertOf = (page: HTMLElement): string | undefined => {
  const alert = page.querySelector<HTMLElement>('[role=alert]')
  return alert === null || alert.hidden ? undefined : (alert.textContent ?? '')
}

export const click = (page: HTMLElement, name: string): void =>
  page.querySelector<HTMLElement>(`[name=${name}]`)?.click()
