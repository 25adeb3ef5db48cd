/**
 * Creates sandboxes with what all those of a server have in common: the files that are served now, the clock, the limits.
 */
import { type AllTraffic, Traffic } from '../journal/traffic.ts'
import type { Clock } from '../ports.ts'
import type { Origin } from './effects.ts'
import type { SandboxLimits } from './limits.ts'
import { Sandbox } from './sandbox.ts'
import type { SandboxInit } from './sandbox-parts.ts'
import type { SandboxSetup, SandboxState } from './sandbox-state.ts'

interface Common {
  readonly realTime: Clock
  readonly seed: number
  /** Names of the scenarios that are active in every new sandbox. */
  readonly scenarios: readonly string[]
  readonly limits: SandboxLimits
  readonly traffic: AllTraffic
  /** Called when a delivery of a sandbox may be due. */
  readonly onOutbox: (sandbox: Sandbox) => void
}

export class SandboxBuilder {
  /** The files that are served now. */
  setup: SandboxSetup
  readonly #common: Common

  constructor(setup: SandboxSetup, common: Common) {
    this.setup = setup
    this.#common = common
  }

  build({ scenarios, forkedAt, initialKey, ...init }: SandboxInit, origin: Origin, traffic: Traffic): Sandbox {
    const { realTime, seed, limits, onOutbox } = this.#common
    const sandbox: Sandbox = new Sandbox({
      ...init,
      origin,
      setup: this.setup,
      realTime,
      seed,
      traffic,
      limits,
      onOutbox: () => onOutbox(sandbox),
      scenarios: scenarios ?? this.#common.scenarios,
    })
    sandbox.forkedAt = forkedAt
    if (initialKey) sandbox.keys.setInitial(initialKey)
    return sandbox
  }

  /** Creates one whose traffic is not recorded: it is not among the sandboxes of the server. */
  buildApart(init: SandboxInit, origin: Origin): Sandbox {
    return this.build(init, origin, new Traffic(init.id, this.#common.traffic))
  }

  /** A sandbox in a state that it was in, at a time in epoch milliseconds on its clock. To be read only. */
  viewOf({ id, fixtures, origin }: Sandbox, state: SandboxState, time: number): Sandbox {
    const view = this.buildApart({ id, fixtures, from: state, scenarios: [] }, origin)
    view.clock.set(time, true)
    return view
  }
}
