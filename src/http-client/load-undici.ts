/**
 * Loads undici, the HTTP client for what Node's own cannot do: HTTP/2, and the proxies of the environment.
 */

/**
 * Node has an undici of its own. The one that is loaded first serves `fetch` in the whole process, also that of tests which
 * start a server: it must be Node's.
 */
export const loadUndici = async (): Promise<typeof import('undici')> => {
  Response.error()
  return import('undici')
}

export type Environment = Readonly<Record<string, string | undefined>>

export interface EnvironmentProxies {
  readonly httpProxy: string
  readonly httpsProxy: string
  readonly noProxy: string
}

/** Undefined if no proxy is set. Empty variables are given too: undici would read those of the process. */
export const readProxies = (environment: Environment): EnvironmentProxies | undefined => {
  const read = (name: string): string | undefined => environment[name.toLowerCase()] || environment[name] || undefined
  const [httpProxy, httpsProxy] = [read('HTTP_PROXY'), read('HTTPS_PROXY')]
  if (httpProxy === undefined && httpsProxy === undefined) return undefined
  return { httpProxy: httpProxy ?? '', httpsProxy: httpsProxy ?? '', noProxy: read('NO_PROXY') ?? '' }
}
