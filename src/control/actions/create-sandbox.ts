/**
 * The control action that creates a sandbox.
 */
import { LoadError } from '../../errors.ts'
import type { KnownScenarios } from '../../register.ts'
import type { ForkPoint } from '../../sandboxes/change-log.ts'
import { Sandbox } from '../../sandboxes/sandbox.ts'
import { decodeSandboxId } from '../../sandboxes/sandbox-name.ts'
import type { SandboxSetup, SandboxState } from '../../sandboxes/sandbox-state.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { generateKey } from './change-keys.ts'
import { ControlError, quote } from './control-error.ts'
import { findSandbox, findSnapshot, readScenarios } from './find-sandbox.ts'
import { readDuration, readTime } from './read-time.ts'
import { readMoment, stateAt } from './rewind.ts'

/** Settings of a new sandbox; all are optional. */
export interface SandboxRequest {
  /** Its id. Default: generated. */
  readonly id?: string
  /**
   * A sandbox to copy, one of its snapshots: `checkout/before`, or how it was just after one of its exchanges:
   * `checkout@req-1f-2`; just before: `checkout@req-1f-2-`.
   */
  readonly from?: string
  /** The fixture set to start with. */
  readonly fixtures?: string
  /** Scenarios to switch on, separated by commas; null for none. */
  readonly scenario?: KnownScenarios | null
  /** The initial time of its clock: 2030-12-06T00:00:00Z. */
  readonly clock?: string
  /** How long it exists without being used: 1h. */
  readonly ttl?: string
}

export interface CreatedSandbox {
  readonly sandbox: Sandbox
  /** A key that gives access to this sandbox only. */
  readonly key: string
}

/**
 * `at` is the prefix of property names in errors: `body.` for a request. Throws ControlError: 400 for an invalid value, 404
 * for an unknown name, 409 for an id in use, 503 at the sandbox limit.
 */
export const createSandbox = async (
  sandboxes: Sandboxes,
  request: SandboxRequest,
  at: string,
): Promise<CreatedSandbox> => {
  const id = request.id === undefined ? sandboxes.freeId() : readId(request.id, `${at}id`)
  if (request.from !== undefined && request.fixtures !== undefined)
    throw new ControlError(400, `only one of ${at}from and ${at}fixtures can be given`)
  const from = request.from === undefined ? undefined : await findOrigin(sandboxes, request.from)
  const scenarios = request.scenario === undefined ? undefined : readScenarios(sandboxes, request.scenario)
  const clock = request.clock === undefined ? undefined : readTime(request.clock, `${at}clock`)
  const ttl = request.ttl === undefined ? undefined : readDuration(request.ttl, `${at}ttl`)
  if (sandboxes.needsRefresh) await sandboxes.refresh(id)
  const fixtures = from ? from.fixtures : await openSet(sandboxes, request.fixtures)
  if (sandboxes.find(id)) throw alreadyExists(id)
  const sandbox = sandboxes.create({
    id,
    fixtures,
    ttl,
    from: from?.state,
    forkedAt: from?.point,
    scenarios: scenarios ?? from?.state.scenarios,
  })
  if (!(sandbox instanceof Sandbox)) throw new ControlError(503, sandbox.message)
  if (clock !== undefined) sandbox.startClockAt(clock)
  const key = generateKey(sandboxes, sandbox)
  sandbox.keys.setInitial(key)
  if (!(await sandboxes.storeNew(sandbox))) throw alreadyExists(id)
  return { sandbox, key: key.key }
}

const alreadyExists = (id: string): ControlError =>
  new ControlError(409, `sandbox ${quote(id)} already exists; choose another id, or delete it`)

const readId = (text: string, at: string): string => {
  // Half of a surrogate pair cannot be encoded.
  const read = /\p{Surrogate}/u.test(text) ? undefined : decodeSandboxId(encodeURIComponent(text))
  if (read?.kind === 'id') return read.id
  throw new ControlError(400, `${at} must have 1 to 200 bytes of UTF-8, without control characters`)
}

interface StartingPoint {
  readonly state: SandboxState
  readonly fixtures: string | undefined
  readonly point: ForkPoint | undefined
}

/** `checkout`, `checkout/before` or `checkout@req-1f-2`. The id of a sandbox can contain these characters, too. */
const findOrigin = async (sandboxes: Sandboxes, from: string): Promise<StartingPoint> => {
  const whole = await findKnown(sandboxes, from)
  if (whole) return startAt(whole, (point) => point?.state ?? whole.capture())
  const at = from.lastIndexOf('@')
  const rewound = at === -1 ? undefined : await findKnown(sandboxes, from.slice(0, at))
  if (rewound) {
    const { state } = await stateAt(sandboxes, rewound, readMoment(from.slice(at + 1)))
    return startAt(rewound, () => state)
  }
  const slash = from.lastIndexOf('/')
  const id = slash === -1 ? from : from.slice(0, slash)
  await findKnown(sandboxes, id)
  const owner = findSandbox(sandboxes, id)
  return startAt(owner, () => findSnapshot(owner, from.slice(slash + 1)).state)
}

const findKnown = async (sandboxes: Sandboxes, id: string): Promise<Sandbox | undefined> => {
  if (sandboxes.needsRefresh) await sandboxes.refresh(id)
  return sandboxes.find(id)
}

const startAt = async (
  owner: Sandbox,
  read: (point: ForkPoint | undefined) => SandboxState,
): Promise<StartingPoint> => {
  const point = await owner.log?.capturePoint()
  return { state: read(point), fixtures: owner.fixtures, point }
}

const openSet = async (sandboxes: Sandboxes, name: string | undefined): Promise<string | undefined> => {
  if (name === undefined) return undefined
  const { setup } = sandboxes
  if (!(await loadSet(setup, name))) throw new ControlError(404, `there is no fixture set ${quote(name)}`)
  // The files may have been reloaded meanwhile.
  return sandboxes.setup === setup ? name : openSet(sandboxes, name)
}

const loadSet = async (setup: SandboxSetup, name: string): Promise<boolean> => {
  try {
    return await setup.openSet(name)
  } catch (error) {
    if (error instanceof LoadError)
      throw new ControlError(400, `the fixture set ${quote(name)} cannot be loaded: ${error.message}`)
    throw error
  }
}
