/**
 * `tsx bench/growth.ts [requests] [sandboxes]`: sends requests to many sandboxes, and prints how the memory of the process
 * grows after the first tenth of them. The limits of journals are reached by then, so that it must not grow any more.
 */
import { createStandin, type StandinOptions } from '../src/index.ts'
import { measureUsedMemory } from '../test/support/used-memory.ts'

export interface Growth {
  readonly requests: number
  readonly sandboxes: number
  readonly options?: StandinOptions
  /** Called ten times with the bytes that are in use. */
  readonly report?: (requests: number, bytes: number) => void
}

/** Bytes by which the memory grows from the first tenth of the requests to the last. */
export const measureGrowth = async ({ requests, sandboxes, options, report }: Growth): Promise<number> => {
  await using standin = await createStandin(options)
  const kinds = [
    () => ['/v1/pets?limit=20', {}] as const,
    (index: number) => [`/v1/pets/${(index % 24) + 1}`, {}] as const,
    (index: number) => ['/v1/pets', { method: 'POST', body: `{"name":${index}}` }] as const,
    (index: number) => [`/v1/nothing/${index}`, {}] as const,
    (index: number) => ['/v1/pets', { method: 'POST', body: '{}', type: `text/x-${index}` }] as const,
  ]
  const send = async (index: number): Promise<void> => {
    const [path, init] = kinds[index % kinds.length]?.(index) ?? ['/', {}]
    const {
      method = 'GET',
      body,
      type = 'application/json',
    } = { type: 'application/json', ...init } as {
      method?: string
      body?: string
      type?: string
    }
    const headers = {
      Authorization: 'Bearer sandbox-key',
      'Sandbox-Id': `sandbox-${Math.floor(index / kinds.length) % sandboxes}`,
      ...(body === undefined ? {} : { 'Content-Type': type }),
    }
    const response = await standin.fetch(path, { method, headers, ...(body === undefined ? {} : { body }) })
    await response.arrayBuffer()
  }
  let first = 0
  let last = 0
  for (let tenth = 0; tenth < 10; tenth++) {
    const each = Math.floor(requests / 10)
    for (let index = 0; index < each; index++) await send(tenth * each + index)
    last = await measureUsedMemory()
    if (tenth === 0) first = last
    report?.((tenth + 1) * each, last)
  }
  return last - first
}

if (process.argv[1]?.endsWith('growth.ts')) {
  const [requests = '1000000', sandboxes = '1000'] = process.argv.slice(2)
  const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
  const growth = await measureGrowth({
    requests: Number(requests),
    sandboxes: Number(sandboxes),
    report: (count, bytes) => process.stdout.write(`${count} requests: ${megabytes(bytes)}\n`),
  })
  process.stdout.write(`growth after the first tenth: ${megabytes(growth)}\n`)
}
