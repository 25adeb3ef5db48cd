/**
 * `standin health`: what it reports of a server, and how it finds those that run. Other servers may run on this machine, so
 * what it finds is looked at by process; test/docker.test.ts runs it where there is one server only.
 */
import { mkdir, symlink } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findRunningServers } from '../../src/cli/running-servers.ts'
import { createStandin } from '../../src/index.ts'
import { projectFolder } from '../support/run-command.ts'
import { runStandin, runStandinIn } from '../support/run-standin.ts'
import { startProcess } from '../support/start-process.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const listen = async (server: Server): Promise<AsyncDisposable & { readonly url: string }> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const respond =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(body)

describe('standin health', () => {
  it('exits with 0 if the server responds', async () => {
    await using standin = await createStandin({ port: 0 })
    expect(await runStandin('health', '--url', standin.url)).toEqual({
      code: 0,
      stdout: `${standin.url} healthy\n`,
      stderr: '',
    })
    expect(await runStandin('health', '--ready', '--url', `${standin.url}/v1`)).toEqual({
      code: 0,
      stdout: `${standin.url} ready\n`,
      stderr: '',
    })
  })

  it('reads the address from STANDIN_URL, as the command of standin exec does', async () => {
    await using standin = await createStandin({ port: 0 })
    expect(await runStandinIn({ STANDIN_URL: standin.url }, 'health')).toMatchObject({ code: 0 })
  })

  it('exits with 1 and says why if no server responds', async () => {
    const server = await listen(createServer())
    await server[Symbol.asyncDispose]()
    const { code, stdout, stderr } = await runStandin('health', '--url', server.url)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      new RegExp(`^standin: no server responds at ${server.url} \\(connect ECONNREFUSED .+\\); --url`),
    )
  })

  it('reports why a server is not ready', async () => {
    await using server = await listen(createServer(respond(503, '{"status":"not-ready","reason":"it is stopping"}')))
    const { code, stderr } = await runStandin('health', '--ready', '--url', server.url)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `standin: ${server.url} responds with status 503: it is stopping\n`,
    })
  })

  it('does not take another server for Standin', async () => {
    for (const body of ['', 'hello', '[]', '{}']) {
      await using server = await listen(createServer(respond(200, body)))
      const { code, stderr } = await runStandin('health', '--url', server.url)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `standin: ${server.url} is not a Standin server; --url sets the address of one\n`,
      })
    }
  })

  it('does not wait for a server that never responds', async () => {
    await using server = await listen(createTcpServer((socket) => socket.on('error', () => {}).resume()))
    const { code, stderr } = await runStandin('health', '--url', server.url)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('(no response within 4 seconds)'),
    })
  })

  it('waits with --wait until the server responds', async () => {
    let attempts = 0
    await using server = await listen(
      createServer((request, response) =>
        (attempts++ < 2 ? respond(503, '{}') : respond(200, '{"status":"ready"}'))(request, response),
      ),
    )
    const { code } = await runStandin('health', '--ready', '--wait', '60s', '--url', server.url)
    expect({ code, attempts }).toEqual({ code: 0, attempts: 3 })
  })

  it('gives up after --wait', async () => {
    await using server = await listen(createServer(respond(503, '{}')))
    expect(await runStandin('health', '--wait', '1s', '--url', server.url)).toMatchObject({ code: 1 })
  })

  it('takes no arguments', async () => {
    expect(await runStandin('health', 'openapi.yaml')).toMatchObject({
      code: 2,
      stderr: 'standin: standin health takes no arguments, got "openapi.yaml"; --url sets the address\n',
    })
  })
})

describe.skipIf(process.platform !== 'linux')('finding the servers that run', () => {
  const start = (args: readonly string[], script = join(projectFolder, 'src/main.ts')) =>
    startProcess(process.execPath, ['--import', 'tsx', script, ...args, '--log', 'silent'], {
      folder: projectFolder,
      environment: { STANDIN_PORT: '' },
    })

  const find = () => findRunningServers({ packageFolder: projectFolder, ownPid: process.pid })

  for (const { host, seen } of [
    { host: '127.0.0.1', seen: '127.0.0.1' },
    { host: '0.0.0.0', seen: '127.0.0.1' },
    { host: '::1', seen: '[::1]' },
  ])
    it(`finds the free port of a server at ${host}`, async () => {
      await using server = start(['--port', '0', '--host', host])
      const [, port] = await server.said(/listening on \S+:(\d+)$/m)
      const authorities = (await find()).map(({ authority }) => authority)
      expect(authorities).toContain(`${seen}:${port}`)
      expect(await runStandin('health', '--url', `http://${seen}:${port}`)).toMatchObject({ code: 0 })
    })

  it('lists only Node with the command', async () => {
    await using folder = await createTemporaryFolder({
      'processes/1/cmdline': 'python3\0standin\0',
      'processes/2/cmdline': 'node\0server.js\0standin\0',
      'processes/3/cmdline': 'node\0--inspect\0/usr/local/bin/standin\0--port\x000\0',
      'processes/3/net/tcp':
        '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n' +
        '   0: 0100007F:0FAA 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41 1\n' +
        '   1: 0100007F:0FAB 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 42 1\n' +
        '   2: 0100007F:0FAC 0100007F:9999 01 00000000:00000000 00:00000000 00000000  1000        0 43 1\n',
    })
    await mkdir(join(folder.path, 'processes/3/fd'))
    for (const number of [41, 43]) await symlink(`socket:[${number}]`, join(folder.path, 'processes/3/fd', `${number}`))
    const search = { packageFolder: '/app', ownPid: 4, processes: join(folder.path, 'processes') }
    expect(await findRunningServers(search)).toEqual([{ pid: 3, authority: '127.0.0.1:4010' }])
    expect(await findRunningServers({ ...search, ownPid: 3 })).toEqual([])
    expect(await findRunningServers({ ...search, processes: join(folder.path, 'missing') })).toEqual([])
  })
})
