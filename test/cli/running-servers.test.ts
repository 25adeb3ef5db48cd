/**
 * How `standin health` finds the servers that run. Other servers may run on this machine, so what it finds is looked at by
 * process; test/docker.long.test.ts runs it where there is one server only.
 */
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findRunningServers } from '../../src/cli/running-servers.ts'
import { projectFolder } from '../support/run-command.ts'
import { runStandin } from '../support/run-standin.ts'
import { startProcess } from '../support/start-process.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

describe.skipIf(process.platform !== 'linux')('findRunningServers', () => {
  const start = (args: readonly string[]) =>
    startProcess(process.execPath, ['dist/bin.js', ...args, '--log', 'silent'], {
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
      expect(await runStandin('health', '--wait', '60s', '--url', `http://${seen}:${port}`)).toMatchObject({ code: 0 })
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

  it('lists the command that runs from the sources', async () => {
    await using folder = await createTemporaryFolder({
      'processes/5/cmdline': 'node\0--import\0tsx\0/app/src/main.ts\0serve\0',
      'processes/5/net/tcp':
        '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n' +
        '   0: 0100007F:0FAA 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41 1\n',
      'processes/6/cmdline': 'node\0--import\0tsx\0/other/src/main.ts\0',
    })
    await mkdir(join(folder.path, 'processes/5/fd'))
    await symlink('socket:[41]', join(folder.path, 'processes/5/fd/41'))
    const search = { packageFolder: '/app', ownPid: 4, processes: join(folder.path, 'processes') }
    expect(await findRunningServers(search)).toEqual([{ pid: 5, authority: '127.0.0.1:4010' }])
  })
})
