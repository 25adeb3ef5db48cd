/**
 * Making sandboxes for whoever controls them.
 */
import { LoadError } from '../../errors.ts'
import { Sandbox } from '../../sandboxes/sandbox.ts'
import { decodeSandboxId } from '../../sandboxes/sandbox-name.ts'
import type { SandboxState } from '../../sandboxes/sandbox-state.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { generateKey } from './change-keys.ts'
import { ControlError, quote } from './control-error.ts'
import { findSandbox, findSnapshot, readScenarios } from './find-sandbox.ts'
import { readDuration, readTime } from './read-time.ts'

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

export interface CreatedSandbox {
  readonly sandbox: Sandbox
  /** Opens it, and no other. */
  readonly key: string
}

/**
 * `at` stands before the name of a property in an error: `body.` in a request. Throws ControlError: 400 for what does not
 * fit, 404 for what is not there, 409 for a name in use, 503 where there are too many.
 */
export const createSandbox = async (
  sandboxes: Sandboxes,
  request: SandboxRequest,
  at: string,
): Promise<CreatedSandbox> => {
  const id = request.id === undefined ? sandboxes.freeId() : readId(request.id, `${at}id`)
  if (request.from !== undefined && request.fixtures !== undefined)
    throw new ControlError(400, `${at}from and ${at}fixtures are both given; a sandbox starts from one of the two`)
  const from = request.from === undefined ? undefined : findOrigin(sandboxes, request.from)
  const fixtures = from ? from.fixtures : await openSet(sandboxes, request.fixtures)
  const scenarios = request.scenario === undefined ? undefined : readScenarios(sandboxes, request.scenario)
  const clock = request.clock === undefined ? undefined : readTime(request.clock, `${at}clock`)
  const ttl = request.ttl === undefined ? undefined : readDuration(request.ttl, `${at}ttl`)
  if (sandboxes.find(id))
    throw new ControlError(409, `there is a sandbox ${quote(id)} already; choose another id, or delete it`)
  const sandbox = sandboxes.create({
    id,
    fixtures,
    ttl,
    from: from?.state,
    scenarios: scenarios ?? from?.state.scenarios,
  })
  if (!(sandbox instanceof Sandbox)) throw new ControlError(503, sandbox.message)
  if (clock !== undefined) sandbox.startClockAt(clock)
  const key = generateKey(sandboxes, sandbox)
  sandbox.keys.setInitial(key)
  return { sandbox, key: key.key }
}

const readId = (text: string, at: string): string => {
  const read = decodeSandboxId(encodeURIComponent(text))
  if (read.kind === 'id') return read.id
  throw new ControlError(400, `${at} must have 1 to 200 bytes of UTF-8 and no control characters`)
}

interface StartingPoint {
  readonly state: SandboxState
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

const openSet = async (sandboxes: Sandboxes, name: string | undefined): Promise<string | undefined> => {
  if (name === undefined) return undefined
  try {
    if (await sandboxes.setup.openSet(name)) return name
  } catch (error) {
    if (error instanceof LoadError)
      throw new ControlError(400, `the fixture set ${quote(name)} does not load: ${error.message}`)
    throw error
  }
  throw new ControlError(404, `there is no fixture set ${quote(name)}`)
}
