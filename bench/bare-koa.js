/**
 * The baseline: Koa with one constant response, given as JSON on the command line: { status, type, body }. Prints one line
 * when it listens, like Standin.
 */
import Koa from 'koa'

const { status, type, body } = JSON.parse(process.argv[2] ?? '{"status":200,"type":"application/json","body":"[]"}')
const app = new Koa()
app.use((ctx) => {
  ctx.status = status
  ctx.type = type
  ctx.body = body
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`Bare Koa is listening on http://127.0.0.1:${server.address().port}`)
})
