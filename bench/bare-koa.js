/**
 * The baseline: Koa that answers each kind of request with one constant response. They are given as JSON on the command
 * line: [[key, { status, type, body }], …]. Prints one line when it listens, like Standin.
 */
import Koa from 'koa'

const replies = new Map(JSON.parse(process.argv[2] ?? '[]'))
const app = new Koa()
app.use((ctx) => {
  const { method, url, headers } = ctx.req
  const key = `${method} ${url} ${headers['content-length'] ?? ''} ${headers.authorization === undefined ? '' : 'key'}`
  const reply = replies.get(key)
  if (reply === undefined) return
  ctx.status = reply.status
  ctx.type = reply.type
  ctx.body = reply.body
})
process.on('SIGINT', () => process.exit())
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`Bare Koa is listening on http://127.0.0.1:${server.address().port}`)
})
