/**
 * A request as code, in three languages.
 */

export interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Text of the body, if there is one. */
  readonly body?: string
}

export const formatCurl = ({ method, url, headers, body }: SampleRequest): string =>
  [
    `curl ${quoteShell(url)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoteShell(body)}`]),
  ].join(' \\\n  ')

const quoteShell = (text: string): string => (/^[\w:/.@%+=~-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`)

export const formatFetch = ({ method, url, headers, body }: SampleRequest): string => {
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${formatMap(headers)},`]),
    ...(body === undefined ? [] : [`  body: ${JSON.stringify(body)},`]),
  ]
  const call = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return `const response = await fetch(${JSON.stringify(url)}${call})\nconsole.log(response.status, await response.json())`
}

export const formatPython = ({ method, url, headers, body }: SampleRequest): string => {
  const given = [
    ...(Object.keys(headers).length === 0 ? [] : [`headers=${formatMap(headers)}`]),
    ...(body === undefined ? [] : [`data=${JSON.stringify(body)}`]),
  ]
  const rest = given.map((text) => `,\n    ${text}`).join('')
  const name = method.toLowerCase()
  return `import requests\n\nresponse = requests.${name}(\n    ${JSON.stringify(url)}${rest},\n)\nprint(response.status_code, response.json())`
}

const formatMap = (map: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(map)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(', ')} }`
