/**
 * Makes an address of the web agree with its parts beside it: `url` with `host`, `path` and `scheme`.
 */
import type { Json } from '../../ports.ts'
import { isJsonObject } from '../values/json-object.ts'
import { type AgreeingStep, findText } from './agreeable.ts'
import { words } from './words.ts'

export const urlName =
  /^((base|full|web|site|request|target|page|html|absolute|original|public)_?)?(url|uri|href|link)$|^(website|homepage|endpoint)$/

const hostName = /^(host|host_?name|domain|domain_?name|fqdn|server_?name)$/
const pathName = /^((url|uri|request)_?)?path(_?name)?$/
const schemeName = /^((url|uri|http)_?)?scheme$|^protocol$/

export const domainName = /^(e?_?mail_?)?domain(_?name)?$/

/** The domain beside an email is that of the email. */
export const repeatDomain: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const [, email] = findText(object, names, /(^|_)e_?mail(_?address)?$/) ?? []
  const [domain] = findText(object, names, domainName) ?? []
  const [, own] = /@([\w.-]+)$/.exec(email ?? '') ?? []
  if (domain !== undefined && own !== undefined && isFree(domain)) values.set(domain, own)
}

export const prefixedDomain = /^(\w+?)_domain(_?name)?$/

/** `inbound_domain` is that of `inbound_address`. */
export const repeatDomains: AgreeingStep = (object, names) => {
  for (const { name, snake } of names.values()) {
    const [, about] = prefixedDomain.exec(snake) ?? []
    const address = about === undefined ? undefined : new RegExp(`^${about}_(e?_?mail_?)?(address)?$`)
    const [, own] = /@([\w.-]+)$/.exec((address && findText(object, names, address)?.[1]) ?? '') ?? []
    if (own !== undefined && typeof object.values.get(name) === 'string' && object.isFree(name))
      object.values.set(name, own)
  }
}

/** Undefined if it has no host. */
const parse = (value: Json | undefined): URL | undefined =>
  typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? new URL(value) : undefined

export const agreeAddress: AgreeingStep = (object, names) => {
  const { values, isFree, membersOf } = object
  const [, part] = findText(object, names, /^sub_?domain$/) ?? []
  const [host, path, scheme] = [hostName, pathName, schemeName].map((pattern) => findText(object, names, pattern))
  if (part === undefined && !host && !path && !scheme) return
  const [name, text] = findText(object, names, urlName) ?? []
  const url = parse(text)
  if (name === undefined || !url) return
  if (isFree(name)) {
    // What the document shows prevails.
    if (host && !isFree(host[0]) && URL.canParse(`https://${host[1]}`)) url.hostname = host[1]
    if (path && !isFree(path[0]) && path[1].startsWith('/')) url.pathname = path[1]
    const own = part === undefined ? undefined : `https://${part}.example.com`
    if (own !== undefined && url.hostname === 'example.com' && URL.canParse(own)) url.hostname = new URL(own).hostname
    if (host ?? path ?? own) values.set(name, String(url).replace(/\/$/, ''))
  }
  if (host && isFree(host[0]) && /^[\w-]+(\.[\w-]+)+$/.test(host[1])) values.set(host[0], url.hostname)
  if (path && isFree(path[0])) values.set(path[0], url.pathname)
  if (!scheme) return
  const own = url.protocol.replace(':', '')
  const member = membersOf(scheme[0]).find((one) => String(one).toLowerCase() === own)
  if (member !== undefined) values.set(scheme[0], member)
  else if (isFree(scheme[0]) && /^(https?|tcp)$/.test(scheme[1])) values.set(scheme[0], own)
}

export const prefixedHost = /^(\w+)_(?:host|host_?name|domain|fqdn)$/

/** `third_party_host` is the host of `third_party_url`. */
export const agreeHosts: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  for (const { name, snake } of names.values()) {
    const [, about] = prefixedHost.exec(snake) ?? []
    const address = about === undefined ? undefined : new RegExp(`^${about}_(url|uri|link|href)$`)
    const url = parse(address && findText(object, names, address)?.[1])
    if (url && isFree(name) && /^[\w-]+(\.[\w-]+)+$/.test(String(values.get(name)))) values.set(name, url.hostname)
  }
}

export const agentName = /(^|_)user_?agent$/

/** Who makes a system or a browser. */
const makers: Readonly<Record<string, string>> = {
  Windows: 'Microsoft',
  macOS: 'Apple',
  iOS: 'Apple',
  Safari: 'Apple',
  Android: 'Google',
  Chrome: 'Google',
  Linux: 'Linux Foundation',
  Firefox: 'Mozilla',
}

/** `os: { name, company }` and `client: { name }` beside a user agent are what it names. */
export const agreeAgent: AgreeingStep = (object, names) => {
  const { values, isFreeIn, readName } = object
  const [, agent] = findText(object, names, agentName) ?? []
  const client = [...words.clients, ...words.mobileClients].find((one) => one.agent === agent)
  if (!client) return
  for (const { name, snake } of names.values()) {
    const part = values.get(name)
    const isSystem = /^(os|operating_?system)$/.test(snake)
    if (!isJsonObject(part) || !(isSystem || /^(client|browser)$/.test(snake))) continue
    const own = isSystem ? client.system : client.browser
    const changed = Object.entries(part).flatMap(([inner, value]) => {
      const { snake: about } = readName(inner)
      const isMaker = /^(company|vendor|manufacturer|maker)(_?name)?$/.test(about)
      if (typeof value !== 'string' || !isFreeIn(name, inner) || !(isMaker || /^(name|family)$/.test(about))) return []
      return [[inner, isMaker ? (makers[own] ?? value) : own] as const]
    })
    if (changed.length > 0) values.set(name, { ...part, ...Object.fromEntries(changed) })
  }
}
