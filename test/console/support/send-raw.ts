/**
 * Sends a request with exactly the given headers, and returns the bytes of the response as received: fetch sets headers of its
 * own, follows redirects and decompresses.
 */
import { type IncomingHttpHeaders, request } from 'node:http'

export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export const sendRaw = (
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { origin } = new URL(url)
    const { hostname, port } = new URL(origin)
    const sent = request(
      { hostname, port, path: url.slice(origin.length), headers, method, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })
