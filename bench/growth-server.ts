/**
 * The server of growth.ts, in a process of its own, so that only its own memory is measured. It is started with its options
 * as JSON, and answers `measure` with the bytes that are in use.
 */
import { createStandin, type StandinOptions } from '../src/index.ts'
import { measureUsedMemory } from '../test/support/used-memory.ts'

export type GrowthMessage =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'used'; readonly bytes: number }
  | { readonly kind: 'reloaded'; readonly findings: readonly string[] }

const send = (message: GrowthMessage): void => {
  process.send?.(message)
}

const options: StandinOptions = JSON.parse(process.argv[2] ?? '{}')
const standin = await createStandin({
  ...options,
  port: 0,
  onReload: (findings) => send({ kind: 'reloaded', findings: findings.map(({ message }) => message) }),
})
process.on('message', async () => send({ kind: 'used', bytes: await measureUsedMemory() }))
process.on('disconnect', () => process.exit())
send({ kind: 'listening', url: standin.url })
