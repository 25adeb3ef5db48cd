/**
 * `npm run demo`: the story of its client has what the demo shows, and the script starts and stops as a whole.
 */
import { describe, expect, it } from 'vitest'
import { type ClientOptions, playRoutine, playStory } from '../scripts/demo/client.ts'
import { call } from './support/client.ts'
import { projectFolder } from './support/run-command.ts'
import { startProcess } from './support/start-process.ts'
import { startStandin } from './support/start-standin.ts'

const optionsFor = (url: string, changes: Partial<ClientOptions> = {}): ClientOptions => ({
  url,
  pause: 400,
  routinePause: 5_000,
  routineLength: 6,
  narrate: () => {},
  wait: async () => {},
  ...changes,
})

const listExchanges = async (url: string, sandbox: string): Promise<readonly string[]> => {
  const { json } = await call(`${url}/_sandbox/sandboxes/${sandbox}/exchanges`)
  const exchanges: readonly unknown[] = Array.isArray(json) ? json : []
  return exchanges.map((exchange) => {
    const { request, response } = Object(exchange)
    return `${request.method} ${request.path} ${response.status}`
  })
}

describe('the story of the demo', () => {
  it('has normal requests, mistakes, and failures in a sandbox of its own', async () => {
    await using standin = await startStandin({ fixtures: 'demo', rewind: true })
    const waits: number[] = []
    const wait = async (milliseconds: number) => void waits.push(milliseconds)
    await playStory(optionsFor(standin.url, { wait }))
    expect(await listExchanges(standin.url, 'default')).toEqual([
      'GET /v1/pets 200',
      'GET /v1/pets 200',
      'GET /v1/pets/101 200',
      'POST /v1/pets 400',
      'POST /v1/pets 201',
      'POST /messages 200',
      'POST /messages 400',
      'POST /messages 200',
      'GET /v1/pets 400',
      'GET /v1/pets 200',
      'GET /v1/pets/999 404',
      'GET /v1/pet/101 404',
      'DELETE /v1/pets/101 405',
      'GET /v1/pets 401',
      'GET /v1/pets 401',
      'GET /v1/pets 200',
    ])
    expect(await listExchanges(standin.url, 'adoption-day')).toEqual([
      'GET /~adoption-day/v1/pets 200',
      'POST /~adoption-day/v1/pets 201',
      'POST /~adoption-day/v1/pets 201',
      'POST /~adoption-day/v1/pets 503',
      'POST /~adoption-day/v1/pets 201',
      'POST /~adoption-day/messages 200',
    ])
    // The client waits as Retry-After says.
    expect(waits.filter((pause) => pause !== 400)).toEqual([1_000])
  })

  it('continues in a slow routine that ends, also while connections break', async () => {
    await using standin = await startStandin({ fixtures: 'demo', scenario: ['connection-reset'] })
    const waits: number[] = []
    const wait = async (milliseconds: number) => void waits.push(milliseconds)
    await playRoutine(optionsFor(standin.url, { wait }))
    expect(waits).toEqual(Array.from({ length: 6 }, () => 5_000))
  })

  it('stops when waiting is interrupted', async () => {
    await using standin = await startStandin({ fixtures: 'demo' })
    const wait = () => Promise.reject(new TypeError('stopped'))
    await expect(playStory(optionsFor(standin.url, { wait }))).rejects.toThrow('stopped')
    expect(await listExchanges(standin.url, 'default')).toHaveLength(1)
  })
})

describe('npm run demo', () => {
  it('starts, suggests what to try, shows traffic, and ends with one signal that is repeated', async () => {
    const script = ['--import', 'tsx', 'scripts/demo.ts', '--port', '0']
    const environment = { VITEST: undefined, NODE_OPTIONS: undefined, CI: 'true' }
    await using demo = startProcess('node', script, { folder: projectFolder, environment })
    const [, url = ''] = await demo.said(/Open the console {2}(http:\S+)\/_sandbox\/\n/)
    await demo.said(/GET +\/v1\/pets\?limit=10 +200/)
    expect((await call(`${url}/v1/pets/101`, { key: 'demo-key' })).json).toMatchObject({ name: 'Captain Waffles' })
    void demo.stop('SIGINT')
    const { code, stdout, stderr } = await demo.stop('SIGINT')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('SIGINT: stopping')
  })
})
