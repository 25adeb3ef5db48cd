/**
 * A proxy in the process of a test does not change how `fetch` of that process works.
 */
import { expect, it } from 'vitest'
import { expectSuccess } from '../support/run-command.ts'

it('leaves the fetch of its process to Node', async () => {
  const source = `
    import { createUpstreamClient } from './src/proxy/upstream-client.ts'
    const client = await createUpstreamClient({ upstream: [] })
    const { Agent, getGlobalDispatcher } = await import('undici')
    console.log(getGlobalDispatcher() instanceof Agent)
    await client.close()`
  expect(await expectSuccess('node', ['--import', 'tsx', '--input-type=module', '-e', source])).toBe('false\n')
})
