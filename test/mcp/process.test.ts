/**
 * `standin mcp` as a process of its own, started by the client of the official SDK as AI tools start it.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, it } from 'vitest'
import { projectFolder } from '../support/run-command.ts'

it('a client starts it, calls a tool, and ends it', async () => {
  const errors: Error[] = []
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [`${projectFolder}dist/bin.js`, 'mcp', '--log', 'json'],
    cwd: projectFolder,
    stderr: 'pipe',
  })
  let messages = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    messages += chunk
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  // A line that is not of the protocol is an error of the transport.
  client.onerror = (error) => errors.push(error)
  await client.connect(transport)
  const { content } = await client.callTool({ name: 'send_request', arguments: { path: '/v1/pets?limit=1' } })
  expect(JSON.stringify(content)).toContain('Whiskers')
  const url = /Standin is listening on (\S+)/.exec(messages)?.[1] ?? ''
  expect(await fetch(`${url}/_sandbox/health`)).toMatchObject({ status: 200 })
  await client.close()
  expect(errors).toEqual([])
  await expect.poll(() => fetch(`${url}/_sandbox/health`).catch(() => 'gone')).toBe('gone')
})
