/**
 * One scenario: what it does step by step, what it applies to, and how to use it.
 */
import { useEffect, useMemo } from 'preact/hooks'
import type { ScenarioSource } from '../../api/types.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { BackIcon, EditIcon, PauseIcon, PlayIcon, ScenariosIcon } from '../../components/icons.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { createResource, type Resource } from '../../state/resource.ts'
import { DeleteScenario } from './delete-scenario.tsx'
import { ScenarioEffects } from './scenario-effects.tsx'
import { ScenarioOperations } from './scenario-operations.tsx'
import { ScenarioTraffic } from './scenario-traffic.tsx'
import { useScenarioSwitch } from './switch-scenarios.ts'
import { UseOnce } from './use-once.tsx'

export const ScenarioDetail = ({ name }: { readonly name: string }) => {
  const { navigator, scenarios } = useConsole()
  const isMissing = scenarios.data.value?.some((each) => each.name === name) === false
  const scenario = useScenario(name, isMissing)
  const data = scenario.data.value
  const error = scenario.error.value
  return (
    <article class="scenarios-detail">
      <p class="scenarios-back">
        <ButtonLink size="small" tone="quiet" icon={BackIcon} href={navigator.href({ part: 'scenarios', path: [] })}>
          All scenarios
        </ButtonLink>
      </p>
      {isMissing ? (
        <EmptyState icon={ScenariosIcon} title={`There is no scenario “${name}”`}>
          It was deleted, or its name is spelled differently. Select another one.
        </EmptyState>
      ) : data ? (
        <Detail scenario={data} />
      ) : error ? (
        <ErrorState title="The scenario could not be loaded" error={error} onRetry={() => void scenario.refetch()} />
      ) : (
        <Skeleton lines={6} label={`Loading ${name}`} />
      )}
    </article>
  )
}

/** Loaded again when the list of scenarios is: it may have changed then. */
const useScenario = (name: string, isMissing: boolean): Resource<ScenarioSource> => {
  const { api, scenarios } = useConsole()
  const scenario = useMemo(
    () => createResource((signal) => api.call('getScenario', { path: { scenario: name } }, signal)),
    [api, name],
  )
  useEffect(() => {
    if (!isMissing) void scenario.refetch()
    return scenario.dispose
  }, [scenario, scenarios.data.value])
  return scenario
}

interface DetailProps {
  readonly scenario: ScenarioSource
}

const Detail = ({ scenario }: DetailProps) => {
  const { navigator, sandbox } = useConsole()
  const { name, description, steps, source, saved, file } = scenario
  const control = useScenarioSwitch()
  const isOn = control.active.includes(name)
  const id = sandbox.value.id
  return (
    <>
      <header class="scenarios-header">
        <div class="scenarios-title">
          <h2>{name}</h2>
          {isOn && <Badge tone="tape">active</Badge>}
          {!saved && <Badge tone="warning">not saved</Badge>}
        </div>
        <p class="scenarios-description">{description}</p>
        <div class="scenarios-actions">
          <Button
            tone={isOn ? 'plain' : 'primary'}
            icon={isOn ? PauseIcon : PlayIcon}
            isBusy={control.isBusy}
            onClick={() => control.turn(name, !isOn)}
          >
            {isOn ? `Switch off in “${id}”` : `Switch on in “${id}”`}
          </Button>
          <ButtonLink
            icon={EditIcon}
            href={navigator.href({ part: 'scenarios', path: [name], query: { edit: 'true' } })}
          >
            Edit
          </ButtonLink>
          <DeleteScenario scenario={scenario} />
        </div>
      </header>
      {!saved && (
        <p class="scenarios-note">
          This version exists only in the running server. It is lost when the server stops. Edit it to save it to{' '}
          <code>{file}</code>.
        </p>
      )}
      <section aria-labelledby="scenario-steps">
        <h3 id="scenario-steps">What happens</h3>
        <ol class="scenarios-steps">
          {steps.map((step, index) => (
            <li key={index}>{step}</li>
          ))}
        </ol>
        <ScenarioEffects scenario={scenario} />
      </section>
      <ScenarioOperations scenario={scenario} isOn={isOn} />
      <UseOnce name={name} />
      <ScenarioTraffic name={name} />
      <section aria-labelledby="scenario-source">
        <h3 id="scenario-source">Source</h3>
        <CodeBlock label={`the source of ${name}`} text={source} />
        <p class="hint">
          {saved ? 'File: ' : 'Would be saved to: '}
          <code>{file}</code>
        </p>
      </section>
    </>
  )
}
