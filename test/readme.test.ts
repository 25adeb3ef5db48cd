/**
 * The requests of the README, as a newcomer sends them: each curl command runs as written, in order, against one server.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Standin } from '../src/index.ts'
import { readBlocks, sendCurl, shownOrigin } from './support/page-blocks.ts'
import { expectShown, readSamples } from './support/page-samples.ts'
import { startStandin } from './support/start-standin.ts'

const samples = readSamples(readBlocks('README.md'))

describe('the requests of the README', () => {
  let standin: Standin
  /** The key of the sandbox that the README creates. */
  let key = 'KEY'
  beforeAll(async () => {
    standin = await startStandin()
  })
  afterAll(() => standin.close())

  it('exist', () => expect(samples.length).toBeGreaterThanOrEqual(8))

  for (const sample of samples) {
    const { command, shown } = sample
    it(command, async () => {
      const response = await sendCurl(command.replace('Bearer KEY', `Bearer ${key}`), standin.url)
      if (!shown?.text.includes('"KEY"')) return expectShown(response, sample)
      const body: unknown = JSON.parse((await response.text()).replaceAll(standin.url, shownOrigin))
      expect(response.status).toBe(shown.status)
      expect(body).toMatchObject({ ...JSON.parse(shown.text), key: expect.stringMatching(/^sk_/) })
      key = Object(body).key
    })
  }
})
