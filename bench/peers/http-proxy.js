/**
 * A proxy that only forwards: http-proxy, with connections that it uses again. The argument is the URL of the service.
 */
import { Agent, createServer } from 'node:http'
import httpProxy from 'http-proxy'

const proxy = httpProxy.createProxyServer({ target: process.argv[2], agent: new Agent({ keepAlive: true }) })
proxy.on('error', (_, __, response) => response.destroy())
const server = createServer((request, response) => proxy.web(request, response))
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))
