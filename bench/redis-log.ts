/**
 * What the log in Redis costs: appends with 1 and 50 in flight, and how long others wait for the server while a checkpoint
 * of 100,000 records is written and read. Run: node --import tsx bench/redis-log.ts
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Connection } from '../src/log/redis/connection.ts'
import { openRedisLog } from '../src/log/redis/redis-log.ts'
import { startRedisServer } from '../test/support/redis-server.ts'

/** Another client, in a thread of its own: it sends one command after the other, and counts how long each takes. */
const otherClient = `
const { connect } = require('node:net')
const { parentPort, workerData } = require('node:worker_threads')
const socket = connect(workerData, '127.0.0.1')
let sent = 0
let longest = 0
const send = () => { sent = performance.now(); socket.write('PING\\r\\n') }
socket.on('connect', send)
socket.on('data', () => { longest = Math.max(longest, performance.now() - sent); setTimeout(send, 0) })
parentPort.on('message', () => { parentPort.postMessage(longest); longest = 0 })`

await using server = await startRedisServer()
const log = await openRedisLog({ url: server.url, report: console.error })
const admin = await Connection.open({ url: server.url, report: console.error, patience: 5_000, isChecked: false })
const other = new Worker(otherClient, { eval: true, workerData: server.port })

/** Seconds of CPU that the server has used. */
const serverSeconds = async (): Promise<number> => {
  const info = String(await admin.run(['INFO', 'cpu']))
  return ['used_cpu_user', 'used_cpu_sys'].reduce(
    (sum, name) => sum + Number(new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1]),
    0,
  )
}

/** The longest time that the other client has waited since the last call. */
const longestWait = async (): Promise<number> => {
  const answered = once(other, 'message')
  other.postMessage('')
  const [longest] = await answered
  return Number(longest)
}

const effects = JSON.stringify([{ put: { id: 'x'.repeat(36), text: 'y'.repeat(180) } }])

const measureAppends = async (inFlight: number, count: number): Promise<void> => {
  const times: number[] = []
  const [cpu, serverCpu, started] = [process.cpuUsage(), await serverSeconds(), performance.now()]
  const write = async (name: string): Promise<void> => {
    let head: string | undefined
    for (let number = 0; number < count / inFlight; number++) {
      const sent = performance.now()
      const result = await log.append(name, head, effects)
      times.push(performance.now() - sent)
      if (result.kind === 'appended') head = result.head
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, index) => write(`log ${inFlight} ${index}`)))
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  const percentile = (share: number): string =>
    `${((times[Math.floor(times.length * share)] ?? 0) * 1000).toFixed(0)} µs`
  console.log(
    `${inFlight} in flight: ${Math.round(times.length / seconds)} appends a second; median ${percentile(0.5)}, ` +
      `p99 ${percentile(0.99)}; CPU ${((user + system) / times.length).toFixed(0)} µs here, ` +
      `${((((await serverSeconds()) - serverCpu) * 1e6) / times.length) | 0} µs in the server`,
  )
}

const measureCheckpoint = async (): Promise<void> => {
  const appended = await log.append('large', undefined, effects)
  if (appended.kind !== 'appended') return
  const record = JSON.stringify({ id: 'x'.repeat(36), text: 'y'.repeat(215) })
  const parts = Array.from({ length: 100 }, () => Array.from({ length: 1_000 }, () => record).join(','))
  await longestWait()
  let started = performance.now()
  await log.checkpoint('large', appended.head, parts)
  const written = performance.now() - started
  console.log(
    `checkpoint of ${(parts.join('').length / 1e6).toFixed(1)} MB: written in ${written.toFixed(0)} ms, ` +
      `another client waited at most ${(await longestWait()).toFixed(1)} ms`,
  )
  started = performance.now()
  await log.load(['large'])
  const read = performance.now() - started
  console.log(`read in ${read.toFixed(0)} ms, waited at most ${(await longestWait()).toFixed(1)} ms`)
  await log.remove('large')
  console.log(`deleted; waited at most ${(await longestWait()).toFixed(1)} ms`)
}

await measureAppends(50, 20_000)
await measureAppends(1, 5_000)
await measureAppends(50, 50_000)
await measureCheckpoint()
await measureCheckpoint()
await other.terminate()
admin.abandon()
await log.close()
