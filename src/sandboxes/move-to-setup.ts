/**
 * Moves sandboxes that nobody uses to a new setup, too: otherwise they keep the old one in memory. A few at a time, so that
 * requests are served in between. What changes is stored with the next change.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sandbox } from './sandbox.ts'
import type { SandboxSetup } from './sandbox-state.ts'

/** How many sandboxes move in one turn of the event loop. */
const movedAtOnce = 50

/** Ends early when `isCurrent` returns false: the setup was replaced, too. */
export const moveToSetup = async (
  sandboxes: readonly Sandbox[],
  setup: SandboxSetup,
  isCurrent: () => boolean,
): Promise<void> => {
  let moved = 0
  for (const sandbox of sandboxes) {
    if (!isCurrent()) return
    if (sandbox.setup !== setup) sandbox.applySetup(setup)
    if (++moved % movedAtOnce === 0) await nextTurn()
  }
}
