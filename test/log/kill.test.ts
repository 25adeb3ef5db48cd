/**
 * Kills a server again and again while 100 connections create records, and looks for what was lost. KILLS sets how often;
 * without it, a few times.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../support/run-command.ts'

const kills = Number(process.env.KILLS ?? 4)

interface Server {
  readonly url: string
  readonly child: ChildProcess
}

const start = async (data: string): Promise<Server> => {
  const bin = join(projectFolder, 'dist/bin.js')
  const child = spawn(process.execPath, [bin, 'serve', '--data', data, '--port', '0', '--log', 'silent'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  for await (const chunk of child.stdout) {
    text += chunk
    const url = /listening on (\S+)/.exec(text)?.[1]
    if (url !== undefined) return { url, child }
  }
  throw new TypeError(`the server did not start: ${errors}`)
}

const headers = { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' }

/** The id of a record that was acknowledged; undefined if the connection broke. */
const createRecord = (url: string, agent: Agent, name: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const sent = request(`${url}/v1/pets`, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('error', () => resolve(undefined))
      response.on('end', () => resolve(response.statusCode === 201 ? Number(JSON.parse(text).id) : undefined))
      response.on('aborted', () => resolve(undefined))
    })
    sent.on('error', () => resolve(undefined))
    sent.end(JSON.stringify({ name, categoryId: 1 }))
  })

interface Pet {
  readonly id: number
  readonly name: string
}

const readPage = async (url: string, after: number): Promise<readonly Pet[]> => {
  const response = await fetch(`${url}/_sandbox/sandboxes/default/records/pets?limit=1000&after=${after}`)
  return (await response.json()) as readonly Pet[]
}

/** All records, by id. */
const readAll = async (url: string): Promise<ReadonlyMap<number, string>> => {
  const stored = new Map<number, string>()
  for (let page = await readPage(url, 0); page.length > 0; page = await readPage(url, page.at(-1)?.id ?? 0))
    for (const { id, name } of page) stored.set(id, name)
  return stored
}

it(`loses no acknowledged write in ${kills} kills`, async () => {
  const data = mkdtempSync(join(tmpdir(), 'standin-kill-'))
  const acknowledged = new Map<number, string>()
  let seed = 7
  for (let round = 0; round < kills; round++) {
    const { url, child } = await start(data)
    const agent = new Agent({ keepAlive: true, maxSockets: 100 })
    let isAlive = true
    const client = async (number: number): Promise<void> => {
      for (let count = 0; isAlive; count++) {
        const name = `${round} ${number} ${count}`
        const id = await createRecord(url, agent, name)
        if (id === undefined) continue
        expect(acknowledged.get(id), `id ${id} was given twice`).toBeUndefined()
        acknowledged.set(id, name)
      }
    }
    const clients = Array.from({ length: 100 }, (_, number) => client(number))
    seed = (seed * 16_807) % 2_147_483_647
    await new Promise((resolve) => setTimeout(resolve, 50 + (seed % 700)))
    child.kill('SIGKILL')
    isAlive = false
    await once(child, 'exit')
    await Promise.all(clients)
    agent.destroy()
  }
  const { url, child } = await start(data)
  const stored = await readAll(url)
  const lost = [...acknowledged].filter(([id, name]) => stored.get(id) !== name)
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(data, { recursive: true, force: true })
  console.log(`${kills} kills, ${acknowledged.size} acknowledged, ${stored.size} stored, ${lost.length} lost`)
  expect(lost).toEqual([])
}, 600_000)
