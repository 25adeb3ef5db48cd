/**
 * What the console fetches: the latest of several fetches counts.
 */
import { expect, it } from 'vitest'
import { createResource } from '../../console/src/state/resource.ts'

it('a fetch that a later one has replaced resolves with the value of the later one', async () => {
  const waiting: ((value: string) => void)[] = []
  const resource = createResource(
    (signal) =>
      new Promise<string>((resolve, reject) => {
        waiting.push(resolve)
        signal.addEventListener('abort', () => reject(new DOMException('replaced', 'AbortError')))
      }),
  )
  let isOver = false
  const first = resource.refetch().then(() => {
    isOver = true
  })
  const second = resource.refetch()
  await new Promise((resolve) => setImmediate(resolve))
  expect(isOver).toBe(false)
  waiting.at(-1)?.('later')
  await Promise.all([first, second])
  expect([isOver, resource.data.value, resource.isLoading.value]).toEqual([true, 'later', false])
})

it('a fetch ends when its value has come from elsewhere, or when it is given up', async () => {
  const resource = createResource(
    (signal) =>
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('replaced', 'AbortError')))
      }),
  )
  const replaced = resource.refetch()
  resource.set('newer')
  await replaced
  expect([resource.data.value, resource.error.value]).toEqual(['newer', undefined])
  const left = resource.refetch()
  resource.dispose()
  await left
  expect(resource.data.value).toBe('newer')
})
