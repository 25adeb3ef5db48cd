/**
 * Whether a server can be trusted with logs: it is new enough, can be written to, and does not delete keys by itself when its
 * memory is full.
 */
import { LogError } from '../log.ts'
import type { Reply } from './replies.ts'
import { ReplyError } from './session.ts'

type Send = (command: readonly string[]) => Promise<Reply>

/** The first version with PEXPIRE GT. */
const minimumVersion = 7

export interface CheckResult {
  /** What could not be found out. */
  readonly warning: string | undefined
}

/** Rejects with LogError `misconfigured` or `unavailable`. */
export const checkServer = async (send: Send, label: string): Promise<CheckResult> => {
  try {
    // Rejected while the server loads its data, and without a password where one is needed.
    await send(['PING'])
  } catch (error) {
    throw error instanceof ReplyError ? explainReply(error.message, label) : error
  }
  const version = (await readInfo(send, 'server')).get('redis_version') ?? ''
  if (version !== '' && Number.parseInt(version, 10) < minimumVersion)
    throw new LogError('misconfigured', `${label} is Redis ${version}; Redis 7 or Valkey is needed`)
  const replication = await readInfo(send, 'replication')
  if (replication.get('role') === 'slave' && replication.get('slave_read_only') !== '0')
    throw new LogError('misconfigured', `${label} is a read-only replica; use the address of its primary`)
  const { memory, policy } = await readMemorySettings(send)
  if (policy === undefined)
    return { warning: `the eviction policy of ${label} cannot be read; make sure that maxmemory-policy is noeviction` }
  if (policy !== 'noeviction' && memory > 0)
    throw new LogError(
      'misconfigured',
      `${label} deletes keys when its memory is full (maxmemory-policy ${policy}), so sandboxes would lose changes; ` +
        'set maxmemory-policy to noeviction, or use a server of its own',
    )
  return { warning: undefined }
}

/** Some services allow no CONFIG. */
const readMemorySettings = async (send: Send): Promise<{ memory: number; policy: string | undefined }> => {
  try {
    const settings = toMap(await send(['CONFIG', 'GET', 'maxmemory*']))
    const policy = settings.get('maxmemory-policy')
    if (policy !== undefined) return { memory: Number(settings.get('maxmemory') ?? 0), policy }
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error
  }
  const info = await readInfo(send, 'memory')
  return { memory: Number(info.get('maxmemory') ?? 0), policy: info.get('maxmemory_policy') }
}

/** Nothing where the user may not read it. */
const readInfo = async (send: Send, section: string): Promise<ReadonlyMap<string, string>> => {
  try {
    return parseInfo(await send(['INFO', section]))
  } catch (error) {
    if (error instanceof ReplyError) return new Map()
    throw error
  }
}

const toMap = (reply: Reply): ReadonlyMap<string, string> => {
  const list = Array.isArray(reply) ? reply : []
  return new Map(list.flatMap((key, index) => (index % 2 === 0 ? [[String(key), String(list[index + 1])]] : [])))
}

const parseInfo = (reply: Reply): ReadonlyMap<string, string> =>
  new Map(
    String(reply)
      .split('\r\n')
      .flatMap((line) => {
        const colon = line.indexOf(':')
        return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1)]] : []
      }),
  )

/** What a rejected command means for the log. The first word is the kind of error. */
export const explainReply = (message: string, label: string): LogError => {
  const [kind] = message.split(' ', 1)
  switch (kind) {
    case 'OOM':
      return new LogError('full', `${label} has no memory left (maxmemory)`)
    case 'DAMAGED':
      return new LogError('damaged', `${label}: ${message.slice('DAMAGED '.length)}`)
    case 'NOAUTH':
    case 'WRONGPASS':
      return new LogError('misconfigured', `${label} does not accept user and password`)
    case 'NOPERM':
      return new LogError('misconfigured', `${label} does not allow a command to this user: ${message}`)
    case 'WRONGTYPE':
      return new LogError(
        'damaged',
        `${label}: another program has written to a key that begins with "standin:"; let Standin have a database of its own, for example redis://localhost/1`,
      )
    default:
      return new LogError('unavailable', `${label}: ${message}`)
  }
}
