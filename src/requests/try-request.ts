/**
 * Tries a sample request in this process, on a copy of a sandbox that is then discarded. It leaves no trace in the journal
 * or the coverage of the sandbox.
 */
import { createHandle, type Handle } from '../handle/handle.ts'
import { JournalBudget } from '../journal/journal.ts'
import type { Service } from '../loading/service.ts'
import type { IncomingRequest } from '../ports.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { Sandboxes } from '../sandboxes/sandboxes.ts'
import type { RequestSources } from './generate-request.ts'
import type { SampleBody, SampleRequest } from './sample-request.ts'

/**
 * What a copy of the sandbox responds. Its scenarios are off, because they fail on purpose. Without records the copy is
 * empty, so that none are generated for a request that needs none.
 */
export const tryRequest = async (
  request: SampleRequest,
  { service, sandbox }: RequestSources,
  withRecords: boolean,
): Promise<number> => {
  const handled = await createCopy(service, sandbox, withRecords)(toIncoming(request))
  return handled.reply.status
}

const createCopy = (service: Service, sandbox: Sandbox, withRecords: boolean): Handle => {
  const sandboxes = new Sandboxes({
    setup: sandbox.setup,
    realTime: sandbox.now,
    seed: sandbox.seed,
    scenarios: [],
    maximum: 0,
    budget: new JournalBudget({ bytes: 0, exchanges: 1 }),
  })
  const copy = sandboxes.default
  const state = sandbox.capture()
  const store = withRecords ? state.store : sandbox.setup.baseOf('none').fork()
  copy.restore({ name: '', at: 0, state: { ...state, store, scenarios: [] } })
  copy.keys.revert(sandbox.keys.changes())
  return createHandle({ current: { setup: { service } }, sandboxes, dynamic: false })
}

const boundary = 'sample-boundary'

/** A sample request as it is sent: one body, and all headers, by name in lower case. */
export const writeMessage = ({ headers, login, body }: SampleRequest) => ({
  headers: {
    ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    ...(body?.kind === 'form-data' ? { 'content-type': `multipart/form-data; boundary=${boundary}` } : {}),
    ...(login ? { authorization: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}` } : {}),
  },
  text: body && writeBody(body),
})

const toIncoming = (request: SampleRequest): IncomingRequest => {
  const { method, path } = request
  const { headers, text = '' } = writeMessage(request)
  const bytes = Buffer.from(text)
  const [address = '', query = ''] = path.split('?')
  const readBody = async () => ({ kind: 'bytes', bytes }) as const
  return {
    id: 'sample',
    method,
    path: address,
    query,
    headers: { host: 'localhost', accept: '*/*', ...headers },
    readBody,
    bodySoFar: () => bytes,
  }
}

const writeBody = (body: SampleBody): string => {
  if (body.kind === 'text') return body.text
  const parts = body.fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}
