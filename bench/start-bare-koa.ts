/**
 * Starts the baseline: bare Koa that answers each kind of request with one constant response.
 */
import { type BenchRequest, kinds } from './requests.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { resetRecords } from './standin-server.ts'

/** Bare Koa with the statuses, media types and bytes of Standin's own responses. */
export const startBareKoa = async (standin: ServerProcess): Promise<ServerProcess> => {
  const replies: (readonly [string, object])[] = []
  for (const { method, path, headers, body = '' } of Object.values<BenchRequest>(kinds)) {
    const response = await fetch(standin.url + path, { method, headers, ...(body === '' ? {} : { body }) })
    const reply = {
      status: response.status,
      type: response.headers.get('content-type'),
      body: await response.text(),
    }
    const length = body === '' ? '' : String(body.length)
    replies.push([`${method} ${path} ${length} ${headers.Authorization === undefined ? '' : 'key'}`, reply])
  }
  await resetRecords(standin)
  return startServer(['bench/bare-koa.js', JSON.stringify(replies)])
}
