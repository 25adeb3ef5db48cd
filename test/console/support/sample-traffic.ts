/**
 * Some requests as a client would send them: good ones, a bad one, an unknown path, one that an active scenario changes.
 */
import type { Standin } from '../../../src/index.ts'

const authorization = { Authorization: 'Bearer sandbox-key' }

interface Sent {
  readonly path: string
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const requests: readonly Sent[] = [
  { path: '/v1/pets' },
  { path: '/v1/pets?limit=2&status=available' },
  { path: '/v1/pets', method: 'POST', body: { name: 'Rex', photoUrls: [] } },
  { path: '/v1/pets', method: 'POST', body: { name: 7, status: 'lost' } },
  { path: '/v1/pets/1' },
  { path: '/v1/petz' },
  { path: '/v1/pets/1', method: 'DELETE' },
  { path: '/v1/pets?limit=many' },
  { path: '/v1/pets', headers: { Authorization: 'Bearer wrong' } },
]

/** `url`: the origin, or the address of a sandbox. */
export const sendSampleTraffic = async ({ url }: Pick<Standin, 'url'>): Promise<void> => {
  for (const { path, method = 'GET', body, headers = {} } of requests) {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const contentType = body === undefined ? {} : { 'Content-Type': 'application/json' }
    await fetch(url + path, { method, headers: { ...authorization, ...contentType, ...headers }, ...json })
  }
}
