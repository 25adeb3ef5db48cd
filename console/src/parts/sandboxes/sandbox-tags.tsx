/**
 * What is not normal in a sandbox: its active scenarios, and a clock that does not follow real time.
 */
import type { Sandbox } from '../../api/types.ts'

export const SandboxTags = ({ sandbox: { scenario, clock } }: { readonly sandbox: Sandbox }) => (
  <>
    {scenario !== null && <span class="taped">{scenario}</span>}
    {(clock.set || clock.frozen) && <span class="taped">{clock.frozen ? 'clock frozen' : 'clock set'}</span>}
  </>
)
