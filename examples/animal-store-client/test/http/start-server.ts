/**
 * One server for all tests of this suite and all its workers. Under `standin exec` (`npm run test:exec`) it is the server of
 * that command, else a new one on a free port.
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
