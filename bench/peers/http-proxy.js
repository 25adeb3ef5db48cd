/**
 * A proxy that only forwards: http-proxy, with connections that it uses again. Tells the parent process its port, and its CPU
 * time and memory whenever that process sends a message.
 */
import { Agent, createServer } from 'node:http'
import httpProxy from 'http-proxy'

const proxy = httpProxy.createProxyServer({ target: process.argv[2], agent: new Agent({ keepAlive: true }) })
proxy.on('error', (_, __, response) => response.destroy())
const server = createServer((request, response) => proxy.web(request, response))
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpu: user + system, memory: process.memoryUsage().rss })
})
process.on('disconnect', () => process.exit())
