/**
 * A sample request as text to copy: a curl command for a POSIX shell, a call of fetch, and Python with requests. A string
 * is quoted by the rules of its language, whatever it contains.
 */
import type { SampleRequest } from './sample-request.ts'

/** `origin` is the server's address, or that of a sandbox; `authority` the file with the certificate that curl has to trust. */
export const formatCurl = (
  { method, path, headers, login, body }: SampleRequest,
  origin: string,
  authority?: string,
): string => {
  const isUsual = method === (body ? 'POST' : 'GET')
  const url = origin + path
  return [
    'curl',
    ...(authority === undefined ? [] : [`--cacert ${quoteIfNeeded(authority)}`]),
    ...(method === 'HEAD' ? ['-I'] : isUsual ? [] : [`-X ${quoteIfNeeded(method)}`]),
    ...(login?.scheme === 'digest' ? ['--digest'] : []),
    ...(login ? [`-u ${quote(`${login.user}:${login.password}`)}`] : []),
    // A header without a value would be removed; curl sends it empty if it ends with a semicolon.
    ...headers.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body?.kind === 'text' ? [`--data-raw ${quote(body.text)}`] : []),
    ...(body?.kind === 'form-data'
      ? body.fields.map(([name, value]) => `--form-string ${quote(`${name}=${value}`)}`)
      : []),
    quoteIfNeeded(url),
  ].join(' ')
}

/** Quotes a word for a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Brackets and braces have a meaning for the shell, and for curl itself. */
const quoteIfNeeded = (text: string): string => {
  if (/[[\]{}]/.test(text)) return `-g ${quote(text)}`
  return /^[\w./:~@%+=,-]+$/.test(text) ? text : quote(text)
}

/** An expression of JavaScript. Digest authentication is left to the user: fetch has none. */
export const formatFetch = ({ method, path, headers, login, body }: SampleRequest, origin: string): string => {
  const all = [...headers, ...(login ? [['Authorization', basic(login)] as const] : [])]
  const options = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(all.length === 0
      ? []
      : [`headers: { ${all.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')} }`]),
    ...(body?.kind === 'text' ? [`body: ${JSON.stringify(body.text)}`] : []),
    ...(body?.kind === 'form-data' ? ['body: form'] : []),
  ]
  const call = `await fetch(${JSON.stringify(origin + path)}${options.length === 0 ? '' : `, { ${options.join(', ')} }`})`
  if (body?.kind !== 'form-data') return call
  const fields = body.fields.map(([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
  return ['const form = new FormData()', ...fields, call].join('\n')
}

const basic = ({ user, password }: NonNullable<SampleRequest['login']>): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Python with the package requests. A string of JSON is one of Python, too. */
export const formatPython = ({ method, path, headers, login, body }: SampleRequest, origin: string): string => {
  const dictionary = headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')
  const pair = login && `(${JSON.stringify(login.user)}, ${JSON.stringify(login.password)})`
  const options = [
    JSON.stringify(method),
    JSON.stringify(origin + path),
    ...(headers.length === 0 ? [] : [`headers={${dictionary}}`]),
    ...(pair ? [`auth=${login?.scheme === 'digest' ? `requests.auth.HTTPDigestAuth${pair}` : pair}`] : []),
    ...(body?.kind === 'text' ? [`data=${JSON.stringify(body.text)}.encode()`] : []),
    ...(body?.kind === 'form-data'
      ? [
          `files=[${body.fields.map(([name, value]) => `(${JSON.stringify(name)}, (None, ${JSON.stringify(value)}))`).join(', ')}]`,
        ]
      : []),
  ]
  return `import requests\n\nresponse = requests.request(${options.join(', ')})`
}
