/**
 * A recorded request as text to copy: a curl command for a POSIX shell, a call of fetch, and Python with requests.
 */
import { stringifyJson } from '../../api/json.ts'
import type { Exchange } from '../../api/types.ts'

interface Copied {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
}

/** Headers that the client sets itself. */
const automatic =
  /^(host|connection|content-length|accept-encoding|accept-language|user-agent|keep-alive|origin|referer|sandbox-id|sec-.*|transfer-encoding|dnt|priority)$/

/** `origin`: the address of the sandbox. `key` replaces what the journal has hidden. */
export const readRequest = ({ request }: Pick<Exchange, 'request'>, origin: string, key: string): Copied => {
  const fill = (value: string): string => value.replaceAll('[redacted]', key)
  const query = formatQuery(request.query)
  const headers = Object.entries(request.headers)
    .filter(([name, value]) => !automatic.test(name) && !(name === 'accept' && value === '*/*'))
    .map(([name, value]) => [name, fill(value)] as const)
  return {
    method: request.method,
    url: origin.replace(/\/$/, '') + withoutSandbox(request.path) + (query === '' ? '' : `?${fill(query)}`),
    headers,
    body: bodyText(request.body),
  }
}

/** The path without the address of a sandbox, which a client may have used. */
export const withoutSandbox = (path: string): string => path.replace(/^\/~[^/]+/, '') || '/'

/** The query as text; what the journal has hidden stays readable. */
export const formatQuery = (query: Exchange['request']['query']): string =>
  Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeValue(one)}`))
    .join('&')

const encodeValue = (value: string): string => (value === '[redacted]' ? value : encodeURIComponent(value))

/** Undefined without a body. */
export const bodyText = (body: unknown, indent?: number): string | undefined => {
  if (body === null || body === undefined) return undefined
  return typeof body === 'string' ? body : stringifyJson(body, indent)
}

export const formatCurl = ({ method, url, headers, body }: Copied): string => {
  const isUsual = method === (body === undefined ? 'GET' : 'POST')
  return [
    'curl',
    ...(method === 'HEAD' ? ['-I'] : isUsual ? [] : [`-X ${method}`]),
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...headers.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
    quote(url),
  ].join(' \\\n  ')
}

/** A word for a POSIX shell. */
const quote = (text: string): string => (/^[\w./:~@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

export const formatFetch = ({ method, url, headers, body }: Copied): string => {
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(headers.length === 0
      ? []
      : [
          '  headers: {',
          ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
          '  },',
        ]),
    ...(body === undefined ? [] : [`  body: ${JSON.stringify(body)},`]),
  ]
  const target = JSON.stringify(url)
  return options.length === 0 ? `await fetch(${target})` : `await fetch(${target}, {\n${options.join('\n')}\n})`
}

export const formatPython = ({ method, url, headers, body }: Copied): string =>
  [
    'import requests',
    '',
    'response = requests.request(',
    `    ${JSON.stringify(method)},`,
    `    ${JSON.stringify(url)},`,
    ...(headers.length === 0
      ? []
      : [
          '    headers={',
          ...headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
          '    },',
        ]),
    ...(body === undefined ? [] : [`    data=${JSON.stringify(body)}.encode(),`]),
    ')',
  ].join('\n')
