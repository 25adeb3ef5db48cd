/**
 * A fetch with what Node's has no options for: the proxies of the environment, and one more authority to trust.
 */
import { type Environment, loadUndici, readProxies } from './load-undici.ts'

export interface FetchSettings {
  readonly environment?: Environment
  /** PEM: the only authority that is trusted. Default: those of Node. */
  readonly authority?: string
}

export interface OpenFetch {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly close: () => Promise<void>
}

/** Node's own fetch, if it is enough. */
export const openFetch = async ({ environment = {}, authority }: FetchSettings): Promise<OpenFetch> => {
  const proxies = readProxies(environment)
  if (!proxies && authority === undefined) return { fetch, close: async () => {} }
  const { Agent, EnvHttpProxyAgent, fetch: fetchBy } = await loadUndici()
  const tls = authority === undefined ? {} : { ca: authority }
  const dispatcher = proxies ? new EnvHttpProxyAgent({ ...proxies, requestTls: tls }) : new Agent({ connect: tls })
  return {
    fetch: async (url, init) => {
      const options = { ...init, dispatcher }
      // The types of undici and of Node describe the same objects.
      return (await fetchBy(url, options as Parameters<typeof fetchBy>[1])) as unknown as Response
    },
    close: () => dispatcher.destroy(),
  }
}
