/**
 * Finding and making sandboxes for whoever controls them.
 */
import { randomBytes } from 'node:crypto'
import { parseDuration } from '../contract/duration.ts'
import { isInstant, parseInstant } from '../contract/instant.ts'
import { suggest } from '../contract/nearest.ts'
import { LoadError } from '../errors.ts'
import type { Key, KeyState } from '../sandboxes/keys.ts'
import { Sandbox, type WorldState } from '../sandboxes/sandbox.ts'
import { decodeSandboxId } from '../sandboxes/sandbox-name.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import { AdminError } from './admin-error.ts'

/** What a sandbox is to be; all of it can be left out. */
export interface SandboxRequest {
  /** Its name; one is made up where there is none. */
  readonly id?: string
  /** A sandbox to start from, or its snapshot: `checkout/before`. */
  readonly from?: string
  /** Fixture set that it starts with. */
  readonly fixtures?: string
  /** Scenarios that are on, by comma; null for none. */
  readonly scenario?: string | null
  /** The time that its clock starts at: 2030-12-06T00:00:00Z. */
  readonly clock?: string
  /** How long it stays without being used: 1h. */
  readonly ttl?: string
}

export interface MadeSandbox {
  readonly sandbox: Sandbox
  /** Opens it, and no other. */
  readonly key: string
}

/** Throws AdminError: 400 for what does not fit, 404 for what is not there, 409 for a name in use, 503 where there are too many. */
export const makeSandbox = async (sandboxes: Sandboxes, request: SandboxRequest): Promise<MadeSandbox> => {
  const id = request.id === undefined ? sandboxes.freeId() : readId(request.id)
  if (request.from !== undefined && request.fixtures !== undefined)
    throw new AdminError(400, 'body has both from and fixtures; a sandbox starts from one of the two')
  const from = request.from === undefined ? undefined : findOrigin(sandboxes, request.from)
  const fixtures = from ? from.fixtures : await openSet(sandboxes, request.fixtures)
  const scenarios = request.scenario === undefined ? undefined : readScenarios(sandboxes, request.scenario)
  const clock = request.clock === undefined ? undefined : readTime(request.clock, 'body.clock')
  const ttl = request.ttl === undefined ? undefined : readDuration(request.ttl, 'body.ttl')
  if (sandboxes.find(id))
    throw new AdminError(409, `there is a sandbox ${quote(id)} already; choose another id, or delete it`)
  const sandbox = sandboxes.create({
    id,
    fixtures,
    ttl,
    from: from?.state,
    scenarios: scenarios ?? from?.state.scenarios,
  })
  if (!(sandbox instanceof Sandbox)) throw new AdminError(503, sandbox.message)
  if (clock !== undefined) sandbox.startClockAt(clock)
  const key: Key = { key: makeKey(), state: 'active' }
  sandboxes.giveKey(sandbox, key)
  sandbox.startWithKey(key)
  return { sandbox, key: key.key }
}

/** A key that nobody guesses. */
const makeKey = (): string => `sk_${randomBytes(16).toString('hex')}`

/** Adds a key that opens the sandbox, and no other. */
export const generateKey = (
  sandboxes: Sandboxes,
  sandbox: Sandbox,
  { state = 'active', expires }: { readonly state?: KeyState | undefined; readonly expires?: string | undefined },
): Key => {
  const key: Key = {
    key: makeKey(),
    state,
    ...(expires === undefined ? {} : { expires: readTime(expires, 'body.expires') }),
  }
  sandboxes.giveKey(sandbox, key)
  return key
}

/** Throws AdminError 404. */
export const findSandbox = (sandboxes: Sandboxes, id: string): Sandbox => {
  const found = sandboxes.find(id)
  if (found) return found
  throw new AdminError(
    404,
    `there is no sandbox ${quote(id)}; one is made by POST /_sandbox/sandboxes, or when a request first names it in Sandbox-Id`,
  )
}

/** Names of scenarios by comma; null for none. Throws AdminError 400 for one that is not there. */
export const readScenarios = (sandboxes: Sandboxes, given: string | null): readonly string[] => {
  const names = (given ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none')
  const known = [...sandboxes.setup.scenarios.keys()]
  for (const name of names) {
    if (!known.includes(name)) throw new AdminError(400, `there is no scenario ${quote(name)}; ${suggest(name, known)}`)
  }
  return names
}

/** Epoch milliseconds. Throws AdminError 400. */
export const readTime = (text: string, at: string): number => {
  const time = parseInstant(text)
  if (time !== undefined) return time
  throw new AdminError(400, `${at} must be a time like 2030-12-06T00:00:00Z, got ${quote(text)}`)
}

/** Milliseconds. Throws AdminError 400. */
export const readDuration = (text: string, at: string): number => {
  const duration = parseDuration(text)
  if (duration !== undefined) return duration
  throw new AdminError(400, `${at} must be a duration like 2h, 1d or 30s, got ${quote(text)}`)
}

/** Moves a sandbox's clock by a duration, with a minus in front to go back. Throws AdminError 400. */
export const advanceClock = ({ time }: Sandbox, by: string): void => {
  const duration = readDuration(by.replace(/^-/, ''), 'body.by')
  const step = by.startsWith('-') ? -duration : duration
  if (!isInstant(time.now() + step))
    throw new AdminError(400, `body.by moves the clock past what a time can be, got ${quote(by)}`)
  time.advance(step)
}

const readId = (text: string): string => {
  const read = decodeSandboxId(encodeURIComponent(text))
  if (read.kind === 'id') return read.id
  throw new AdminError(400, 'body.id must have 1 to 200 bytes of UTF-8 and no control characters')
}

interface StartingPoint {
  readonly state: WorldState
  readonly fixtures: string | undefined
}

/** `checkout`, or `checkout/before`; the whole may be the name of a sandbox. */
const findOrigin = (sandboxes: Sandboxes, from: string): StartingPoint => {
  const whole = sandboxes.find(from)
  if (whole) return { state: whole.capture(), fixtures: whole.fixtures }
  const at = from.lastIndexOf('/')
  const owner = findSandbox(sandboxes, at === -1 ? from : from.slice(0, at))
  return { state: findSnapshot(owner, from.slice(at + 1)).state, fixtures: owner.fixtures }
}

/** Throws AdminError 404. */
export const findSnapshot = (sandbox: Sandbox, name: string) => {
  const found = sandbox.findSnapshot(name)
  if (found) return found
  const known = sandbox.snapshots.map((snapshot) => snapshot.name)
  throw new AdminError(
    404,
    `the sandbox ${quote(sandbox.id)} has no snapshot ${quote(name)}; ${known.length === 0 ? 'it has none' : suggest(name, known)}`,
  )
}

const openSet = async (sandboxes: Sandboxes, name: string | undefined): Promise<string | undefined> => {
  if (name === undefined) return undefined
  try {
    if (await sandboxes.setup.openSet(name)) return name
  } catch (error) {
    if (error instanceof LoadError)
      throw new AdminError(400, `the fixture set ${quote(name)} does not load: ${error.message}`)
    throw error
  }
  throw new AdminError(404, `there is no fixture set ${quote(name)}`)
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 100))
