/**
 * The request that the overview shows. The only place that decides which one.
 */
import { useEffect, useState } from 'preact/hooks'
import type { Api } from '../../api/client.ts'
import type { Document, Sandbox } from '../../api/types.ts'
import { useConsole } from '../../state/console-state.ts'
import { addressOf } from './documents.tsx'
import type { SampleRequest } from './sample-request.ts'

/** Undefined while it is not known, or if no operation can be called without input. */
export const useSampleRequest = (): SampleRequest | undefined => {
  const { api, documents, sandbox } = useConsole()
  const [request, setRequest] = useState<SampleRequest>()
  const list = documents.data.value
  const data = sandbox.value.sandbox.data.value
  const id = data?.id
  useEffect(() => {
    const ending = new AbortController()
    if (list && data)
      findRequest(api, list, data, ending.signal).then(setRequest, () => {
        // The rest of the page reports what is wrong with the server.
      })
    return () => ending.abort()
  }, [api, list, id])
  return request
}

/** The first list without parameters in its path, with an active key. */
const findRequest = async (
  api: Api,
  documents: readonly Document[],
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<SampleRequest | undefined> => {
  const path = { id: sandbox.id }
  const [coverage, keys] = await Promise.all([
    api.call('getSandboxCoverage', { path }, signal),
    api.call('listKeys', { path }, signal),
  ])
  const simple = coverage.operations.filter((operation) => operation.method === 'GET' && !operation.path.includes('{'))
  const operation = simple.find(({ deprecated }) => !deprecated) ?? simple[0]
  const document = documents.find(({ name }) => name === operation?.document)
  if (!operation || !document) return undefined
  const key = keys.find(({ state }) => state === 'active')?.key ?? 'any-key'
  const origin = new URL(addressOf(document, sandbox)).origin
  const prefix = sandbox.id === 'default' ? '' : new URL(sandbox.url).pathname
  return {
    method: 'GET',
    url: origin + prefix + operation.path,
    headers: { Authorization: `Bearer ${key}` },
  }
}
