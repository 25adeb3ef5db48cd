/**
 * How long the first answer of each operation takes: a fresh server gets one valid request for each operation, in the order of
 * the document. The requests are prepared in this process, so that the server has compiled and generated nothing for them.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { operationsOf } from '../../src/loading/service.ts'
import { loadSetup } from '../../src/loading/setup.ts'
import { generateRequest } from '../../src/requests/generate-request.ts'
import type { SampleRequest } from '../../src/requests/sample-request.ts'
import { createStandin } from '../../src/standin.ts'
import { busyTime } from './busy-time.ts'

export interface FirstAnswer {
  readonly operation: string
  readonly status: number
  /** Milliseconds. */
  readonly took: number
  /** Milliseconds of the processor, on the thread of the server: what it takes where nothing else runs. */
  readonly busy: number
}

/** As many records as the command generates. */
const generated = 3

/** Milliseconds. Documents with a slower first answer are served again: how fast a processor is varies from one second to the next. */
export const slowAnswer = 100

/** How many servers such a document gets. */
export const mostServers = 3

/** The same as `measureFirstAnswers`: of several servers, if one answer is slow. The least of each operation counts. */
export const measureSeveral = async (file: string, folder: string): Promise<readonly FirstAnswer[]> => {
  let least = await measureFirstAnswers(file, folder)
  for (let servers = 1; servers < mostServers && (findSlowest(least)?.busy ?? 0) > slowAnswer; servers++) {
    const others = await measureFirstAnswers(file, folder)
    least = least.map((one, position) => {
      const other = others[position]
      return other && other.busy < one.busy ? other : one
    })
  }
  return least
}

/** The operations of one document in order; `folder` is an empty working directory. Rejects if the server does not start. */
const measureFirstAnswers = async (file: string, folder: string): Promise<readonly FirstAnswer[]> => {
  const requests = await prepareRequests(file, folder)
  const args = [resolve('dist/bin.js'), file, '--port', '0', '--log', 'json', '--any-key']
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const origin = await waitForOrigin(child)
    const answers: FirstAnswer[] = []
    for (const [operation, request] of requests)
      answers.push(await measure({ origin, pid: child.pid }, operation, request))
    return answers
  } finally {
    child.kill('SIGKILL')
  }
}

/** By the time of the processor, which does not depend on what else runs; undefined without answers. */
export const findSlowest = (answers: readonly FirstAnswer[]): FirstAnswer | undefined =>
  answers.reduce<FirstAnswer | undefined>((most, one) => (most && most.busy >= one.busy ? most : one), undefined)

/** Requests that lead to generated records. Both processes generate the same ones. */
const prepareRequests = async (
  file: string,
  folder: string,
): Promise<readonly (readonly [string, SampleRequest])[]> => {
  const options = { documents: [file], folder, generateWithoutFixtures: generated, anyKey: true }
  await using standin = await createStandin({ ...options, port: 0 })
  const { service } = await loadSetup({
    ...options,
    fixtures: undefined,
    scenarios: undefined,
    active: [],
    keys: [],
    generate: 0,
    seed: 1,
    now: Date.now,
  })
  const prepared: (readonly [string, SampleRequest])[] = []
  for (const operation of operationsOf(service)) {
    const request = await generateRequest(operation, { service, sandbox: standin.defaultSandbox })
    if (request) prepared.push([`${operation.method} ${operation.path}`, request])
  }
  return prepared
}

interface Server {
  readonly origin: string
  readonly pid: number | undefined
}

const measure = async ({ origin, pid }: Server, operation: string, request: SampleRequest): Promise<FirstAnswer> => {
  const { method, path, headers, login, body } = request
  const basic = login && `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
  const busy = busyTime(pid)
  const started = performance.now()
  const response = await fetch(origin + path, {
    method,
    headers: [...headers.map(([name, value]): [string, string] => [name, value]), ...authorization(basic)],
    redirect: 'manual',
    ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body: writeBody(body) }),
  })
  await response.arrayBuffer()
  const took = performance.now() - started
  return { operation, status: response.status, took, busy: busyTime(pid) - busy }
}

const authorization = (basic: string | undefined): [string, string][] =>
  basic === undefined ? [] : [['authorization', basic]]

const writeBody = (body: NonNullable<SampleRequest['body']>): string | FormData => {
  if (body.kind === 'text') return body.text
  const form = new FormData()
  for (const [name, value] of body.fields) form.append(name, value)
  return form
}

const waitForOrigin = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new TypeError('the server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as { event: string; documents?: readonly { url: string }[] }
    const [document] = event.documents ?? []
    if (event.event !== 'listening' || !document) continue
    child.stdout.resume()
    return new URL(document.url).origin
  }
  throw new TypeError('the server ended before it listened')
}
