/**
 * Decides which URLs may receive deliveries: addresses of this machine, and hosts that `--allow-webhook-host` names. A name
 * is resolved once for each attempt, and the connection goes to the address that was checked.
 */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type AddressKind, kindOfAddress } from './address-kind.ts'

/** Where an attempt connects to, or why it may not. */
export type Checked =
  | { readonly kind: 'allowed'; readonly url: URL; readonly address: string; readonly family: 4 | 6 }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** Its name has no address now. */
  | { readonly kind: 'unresolved'; readonly reason: string }

export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

/** Longer URLs are rejected. */
const maxLength = 2_000

/** How many names are remembered with the network that they were in first. */
const maxNames = 1_000

export class TargetGuard {
  readonly #allowed: ReadonlySet<string>
  readonly #resolve: Resolve
  /** A name that has moved to another kind of network is not the one that was allowed. */
  readonly #kinds = new Map<string, AddressKind>()

  constructor(allowedHosts: readonly string[], resolve: Resolve = (host) => lookup(host, { all: true })) {
    this.#allowed = new Set(allowedHosts.map((host) => hostOf(host)))
    this.#resolve = resolve
  }

  /** What is wrong with a URL, as far as its text shows; undefined: nothing. */
  check(text: string): string | undefined {
    const read = readUrl(text)
    return typeof read === 'string' ? read : this.#checkHost(read)
  }

  /** Finds the address for one attempt. */
  async open(text: string): Promise<Checked> {
    const url = readUrl(text)
    if (typeof url === 'string') return { kind: 'rejected', reason: url }
    const problem = this.#checkHost(url)
    if (problem !== undefined) return { kind: 'rejected', reason: problem }
    const host = bare(url.hostname)
    if (isIP(host) !== 0) return { kind: 'allowed', url, address: host, family: isIP(host) === 6 ? 6 : 4 }
    if (isLocalName(host)) return this.#openLocal(url, host)
    try {
      const [found] = await this.#resolve(host)
      if (!found) return { kind: 'unresolved', reason: `${host} has no address` }
      return this.#checkAddress(url, host, found.address, found.family === 6 ? 6 : 4)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed'
      return { kind: 'unresolved', reason: `${host} cannot be resolved: ${code}` }
    }
  }

  /** `localhost` is always this machine. Where the system knows only one of its addresses, that one is used. */
  async #openLocal(url: URL, host: string): Promise<Checked> {
    const found = await this.#resolve(host).catch(() => [])
    const local = found.find(({ address }) => kindOfAddress(address) === 'loopback')
    return { kind: 'allowed', url, address: local?.address ?? '127.0.0.1', family: local?.family === 6 ? 6 : 4 }
  }

  #checkAddress(url: URL, host: string, address: string, family: 4 | 6): Checked {
    const kind = kindOfAddress(address)
    if (kind === 'forbidden')
      return { kind: 'rejected', reason: `${host} resolves to ${address}, which webhooks may not reach` }
    const first = this.#kinds.get(host) ?? kind
    if (this.#kinds.size >= maxNames) this.#kinds.clear()
    this.#kinds.set(host, first)
    if (first !== kind)
      return {
        kind: 'rejected',
        reason: `${host} resolved to a ${first} address before, and now to ${address}, a ${kind} one`,
      }
    return { kind: 'allowed', url, address, family }
  }

  #checkHost({ hostname }: URL): string | undefined {
    const host = bare(hostname)
    const isAddress = isIP(host) !== 0
    const isLocal = isAddress ? kindOfAddress(host) === 'loopback' : isLocalName(host)
    if (isLocal || this.#allowed.has(host)) return undefined
    return `${host} is not this machine; --allow-webhook-host ${host} allows it`
  }
}

/** RFC 6761, section 6.3. */
const isLocalName = (host: string): boolean => /^(.+\.)?localhost\.?$/.test(host)

/** Without the brackets of an IPv6 address, and without a final dot. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** A host as URLs write it: lower case, decimal and hexadecimal addresses in their usual form. */
const hostOf = (text: string): string => {
  const url = readUrl(`http://${isIP(text) === 6 ? `[${text}]` : text}`)
  return typeof url === 'string' ? text.toLowerCase() : bare(url.hostname)
}

/** The URL, or what is wrong with it. */
const readUrl = (text: string): URL | string => {
  if (text.length > maxLength) return `a URL has at most ${maxLength} characters`
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return `${JSON.stringify(text.slice(0, 100))} is not a URL`
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'a URL must begin with http:// or https://'
  if (url.username !== '' || url.password !== '') return 'a URL must not contain a user or password'
  return url
}
