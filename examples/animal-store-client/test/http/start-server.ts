/**
 * One server for all tests of this suite, however many workers they run in: that of `standin exec` where the tests run
 * under it (`npm run test:exec`), else one of their own on a free port.
 */
import { createStandin } from 'standin'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly standinUrl: string
  }
}

export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const { STANDIN_URL } = process.env
  if (STANDIN_URL !== undefined) {
    provide('standinUrl', STANDIN_URL)
    return async () => {}
  }
  const standin = await createStandin({ port: 0 })
  provide('standinUrl', standin.url)
  return standin.close
}
