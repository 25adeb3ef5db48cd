/**
 * The addresses of the real service whose requests go to a sandbox, each with the path in the sandbox that replaces it. Shared
 * by standin/msw and standin/playwright. It imports nothing from Node, so that it also runs in a browser.
 */
import { UsageError } from '../errors.ts'

export interface AddressOptions {
  /**
   * Base addresses of the real service, in addition to the documents' `servers`. With a list, paths stay unchanged; with an
   * object, each address is mapped to a path of the sandbox: `{ 'https://gateway.example.com/animals': '/v1' }`.
   */
  readonly addresses?: readonly string[] | Readonly<Record<string, string>>
  /** Handle requests to the documents' `servers`, with the default values of their variables. Default: true. */
  readonly servers?: boolean
}

/** Where a request to the real service goes. */
export interface ServiceAddress {
  /** As in requests, without a trailing slash. */
  readonly from: string
  /** The path below `sandbox.url`; empty, or `/v1`. */
  readonly to: string
}

/** The part of a sandbox that is used here. */
export interface AddressedSandbox {
  readonly url: string
  readonly servers?: () => readonly { readonly url: string; readonly basePath: string }[]
}

/** Longest first, so that a more specific address takes precedence. Throws UsageError for what is not an http or https URL. */
export const findServiceAddresses = (
  sandbox: AddressedSandbox,
  { addresses = [], servers = true }: AddressOptions,
  others: readonly ServiceAddress[],
  at: string,
): readonly ServiceAddress[] => {
  const documented = servers ? (sandbox.servers?.() ?? []) : []
  const configured = Array.isArray(addresses)
    ? addresses.map((url: string) => [url, undefined] as const)
    : Object.entries(addresses)
  const all = [
    ...others,
    ...configured.map(([url, path]) => readServiceAddress(url, at, path)),
    ...documented.map(({ url, basePath }) => readServiceAddress(url, at, basePath)),
  ]
  return all.sort((one, other) => other.from.length - one.from.length)
}

/** Without `path`, the path of the address is used. `at` names the caller in errors. */
export const readServiceAddress = (text: string, at: string, path?: string): ServiceAddress => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `${at}: ${JSON.stringify(text)} is not an http or https URL such as https://api.example.com/v1`,
    )
  if (path !== undefined && !/^(\/|$)/.test(path))
    throw new UsageError(`${at}: ${text} must be mapped to a path such as /v1, got ${JSON.stringify(path)}`)
  const own = withoutSlash(url.pathname)
  return { from: url.origin + own, to: withoutSlash(path ?? own) }
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '')
