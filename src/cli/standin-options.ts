/**
 * Converts command line options to the options of createStandin.
 */
import type { Finding } from '../errors.ts'
import type { Environment, ServeOptions } from '../options/resolve-options.ts'
import type { RequestLog } from '../ports.ts'
import type { StandinOptions } from '../standin-options.ts'

export const toStandinOptions = (
  {
    log: _,
    format: __,
    explain: ____,
    report: ___,
    sandbox: _____,
    url: ______,
    to: _______,
    tls,
    upstream,
    mock,
    upstreamTimeout,
    upstreamCa,
    insecureUpstream,
    fixtures,
    scenarios,
    basePath,
    generate,
    data,
    store,
    adminToken,
    webhookSecret,
    maxMemory,
    ...options
  }: ServeOptions,
  log: RequestLog | undefined,
  onReload: (findings: readonly Finding[]) => void,
  environment: Environment = {},
): StandinOptions => ({
  ...options,
  ...(generate === undefined ? {} : { generate }),
  ...(tls === undefined ? {} : { tls }),
  ...(fixtures === undefined ? {} : { fixtures }),
  ...(scenarios === undefined ? {} : { scenarios }),
  ...(basePath === undefined ? {} : { basePath }),
  ...(data === undefined ? {} : { data }),
  ...(store === undefined ? {} : { store }),
  ...(adminToken === undefined ? {} : { adminToken }),
  ...(webhookSecret === undefined ? {} : { webhookSecret }),
  ...(maxMemory === undefined ? {} : { maxMemory }),
  ...(log === undefined ? {} : { log }),
  ...(upstream.length === 0
    ? {}
    : {
        proxy: {
          upstream,
          mock,
          errors: options.errors,
          timeout: upstreamTimeout,
          insecureUpstream,
          environment,
          ...(upstreamCa === undefined ? {} : { upstreamCa }),
        },
      }),
  onReload,
})
