/**
 * A server with a certificate for localhost, and requests that trust it.
 */
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders as Http2Headers } from 'node:http2'
import { request } from 'node:https'
import { createStandin, type Standin, type StandinOptions } from '../../src/index.ts'
import type { SignedCertificate } from './client-certificates.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

export interface SecureStandin extends AsyncDisposable {
  readonly standin: Standin
  /** PEM. */
  readonly authority: string
  /** The folder of the certificate. */
  readonly folder: string
}

/** `await using` closes the server and deletes its certificate. */
export const startSecureStandin = async (
  options: StandinOptions = {},
  tls: { readonly ca?: string } = {},
): Promise<SecureStandin> => {
  const folder = await createTemporaryFolder()
  const standin = await createStandin({ port: 0, ...options, tls: { folder: folder.path, ...tls } })
  const authority = await readFile(`${folder.path}/localhost-ca.pem`, 'utf8')
  return {
    standin,
    authority,
    folder: folder.path,
    [Symbol.asyncDispose]: async () => {
      await standin.close()
      await folder.remove()
    },
  }
}

export interface SecureCall {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The certificate of the client. */
  readonly client?: SignedCertificate | undefined
}

export interface SecureAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders | Http2Headers
  readonly text: string
}

/** By HTTP/1.1. */
export const callSecurely = (
  url: string,
  authority: string,
  { method = 'GET', headers = {}, body, client = undefined }: SecureCall = {},
): Promise<SecureAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, ca: authority, agent: false, ...client }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

export interface Http2Client extends Disposable {
  readonly session: ClientHttp2Session
  readonly call: (path: string, call?: SecureCall) => Promise<SecureAnswer>
}

/** One connection of HTTP/2. */
export const connectHttp2 = (url: string, authority: string, client?: SignedCertificate): Http2Client => {
  const session = connect(url, { ca: authority, ...client })
  session.on('error', () => {})
  return {
    session,
    call: (path, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const stream = session.request(
          { ':path': path, ':method': method, ...headers },
          { endStream: body === undefined },
        )
        let received: Http2Headers = {}
        const chunks: Buffer[] = []
        stream.on('response', (answer) => {
          received = answer
        })
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('error', reject)
        stream.on('close', () =>
          resolve({
            status: Number(received[':status'] ?? 0),
            headers: received,
            text: Buffer.concat(chunks).toString(),
          }),
        )
        if (body !== undefined) stream.end(body)
      }),
    [Symbol.dispose]: () => session.destroy(),
  }
}
