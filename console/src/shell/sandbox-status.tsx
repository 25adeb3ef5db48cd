/**
 * What is not normal in the sandbox: an active scenario, a clock that does not follow real time. Marked with tape, like
 * everything that is not as the real service would have it.
 */
import type { ComponentChildren } from 'preact'
import { ScenariosIcon, TimeIcon } from '../components/icons.tsx'
import { findPart, findTarget } from '../parts/registry.ts'
import { useConsole } from '../state/console-state.ts'
import { SandboxTime } from './sandbox-time.tsx'

export const SandboxStatus = () => {
  const { sandbox, navigator } = useConsole()
  const { activeScenarios, clock } = sandbox.value
  const names = activeScenarios.value
  const reading = clock.value
  const scenarioTarget = (names[0] && findTarget('scenario', names[0])) || { part: 'scenarios' }
  const hrefOf = (target: Parameters<typeof navigator.href>[0]) =>
    findPart(target.part ?? '') ? navigator.href(target) : undefined
  return (
    <div class="sandbox-status">
      <StatusChip href={hrefOf(scenarioTarget)} isTaped={names.length > 0}>
        <ScenariosIcon />
        <span class="visually-hidden">{names.length > 0 ? 'Active scenarios: ' : ''}</span>
        <span class="chip-text">{names.length > 0 ? names.join(', ') : 'No scenario'}</span>
      </StatusChip>
      {reading && (
        <StatusChip href={hrefOf({ part: 'time' })} isTaped={reading.set || reading.frozen}>
          <TimeIcon />
          <span class="visually-hidden">Clock of the sandbox: </span>
          <span class="chip-text">
            <SandboxTime reading={reading} />
            {reading.frozen ? ' frozen' : ''}
          </span>
        </StatusChip>
      )}
    </div>
  )
}

interface StatusChipProps {
  readonly href: string | undefined
  readonly isTaped: boolean
  readonly children: ComponentChildren
}

const StatusChip = ({ href, isTaped, children }: StatusChipProps) => {
  const className = `chip ${isTaped ? 'chip-taped' : ''}`
  if (href === undefined) return <span class={className}>{children}</span>
  return (
    <a class={className} href={href}>
      {children}
    </a>
  )
}
