/**
 * A sandbox for each test, named after it: its own animals, clock and scenario. The server runs in another process, so the
 * control API creates the sandbox, as in a test in any language.
 */
import { test as base, inject } from 'vitest'

/** A recorded request with its response. */
export interface Exchange {
  readonly request: { readonly body: unknown }
  readonly response: { readonly status: number }
}

export class Sandbox {
  /** The base address for the client. */
  readonly url: string
  readonly key: string
  readonly #control: string

  private constructor({ url, key }: { readonly url: string; readonly key: string }, control: string) {
    this.url = url
    this.key = key
    this.#control = control
  }

  static async create(server: string, id: string): Promise<Sandbox> {
    const control = `${server}/_sandbox/sandboxes`
    return new Sandbox(await call('POST', control, { id }), `${control}/${encodeURIComponent(id)}`)
  }

  async putRecords(resource: string, records: readonly object[]): Promise<void> {
    await call('PUT', `${this.#control}/records/${resource}`, records)
  }

  async listRecords<Kind>(resource: string): Promise<readonly Kind[]> {
    return await call('GET', `${this.#control}/records/${resource}`)
  }

  async setScenario(scenario: string): Promise<void> {
    await call('PUT', `${this.#control}/scenario`, { scenario })
  }

  async advanceClock(by: string): Promise<void> {
    await call('POST', `${this.#control}/clock/advance`, { by })
  }

  async listExchanges(operation: string): Promise<readonly Exchange[]> {
    return await call('GET', `${this.#control}/exchanges?operation=${operation}`)
  }

  async delete(): Promise<void> {
    await call('DELETE', this.#control)
  }
}

const call = async <Answer>(method: string, url: string, body?: object): Promise<Answer> => {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} → ${response.status} ${text}`)
  return JSON.parse(text || 'null')
}

export const test = base.extend<{ sandbox: Sandbox }>({
  sandbox: async ({ task }, use) => {
    const sandbox = await Sandbox.create(inject('standinUrl'), task.name)
    await use(sandbox)
    await sandbox.delete()
  },
})
