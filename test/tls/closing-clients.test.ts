/**
 * Clients over TLS that close their side, or the whole connection, together with their request: it starts after that is known.
 */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect, type TLSSocket } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { startService } from '../proxy/start-proxy.ts'
import { createAuthority } from '../support/client-certificates.ts'
import { requestText } from '../support/raw-conversation.ts'
import { callSecurely, connectHttp2, startSecureStandin } from '../support/secure-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, response } from '../support/write-document.ts'

const getPets = requestText('GET /v1/pets', ['Authorization: Bearer sandbox-key'])

const open = async (url: string, ca: string): Promise<TLSSocket> => {
  const socket = connect(Number(new URL(url).port), 'localhost', { ca })
  socket.on('error', () => undefined)
  await once(socket, 'secureConnect')
  return socket
}

describe('a client that closes its side with its request', () => {
  it.each([1, 10])('gets the responses to all of its requests: %i', async (count) => {
    await using secure = await startSecureStandin()
    for (let left = 5; left > 0; left--) {
      const socket = await open(secure.standin.url, secure.authority)
      socket.end(getPets.repeat(count))
      expect((await text(socket)).match(/HTTP\/1\.1 200 /g)).toHaveLength(count)
    }
  })

  it('does not end a server, or a proxy, that requests certificates', async () => {
    const document = openApi({ paths: { '/gadgets': { get: { responses: { 200: response({ type: 'object' }) } } } } })
    await using folder = await createTemporaryFolder({ 'gadgets.json': JSON.stringify(document) })
    const ca = join(folder.path, 'ca.pem')
    await writeFile(ca, (await createAuthority('Trusted')).cert)
    await using service = await startService((_, answer) => answer.end('{}'))
    for (const proxy of [undefined, { upstream: [service.url] }]) {
      const failures: unknown[] = []
      await using secure = await startSecureStandin(
        {
          documents: [join(folder.path, 'gadgets.json')],
          log: ({ failure }) => failure === undefined || failures.push(failure),
          ...(proxy && { proxy }),
        },
        { ca },
      )
      const { standin, authority } = secure
      for (let left = 5; left > 0; left--) {
        const socket = await open(standin.url, authority)
        socket.end(requestText('GET /gadgets'))
        const lost = await open(standin.url, authority)
        lost.write(requestText('GET /gadgets'))
        lost.destroy()
        await text(socket)
        using client = connectHttp2(standin.url, authority)
        client.call('/gadgets').catch(() => undefined)
      }
      const { status } = await callSecurely(`${standin.url}/_sandbox/health`, authority)
      expect([status, failures]).toEqual([200, []])
    }
  })
})
