/**
 * The scenarios with their switches, and beside them the one that the address names: what it does, or the editor.
 */
import './scenarios.css'
import { ButtonLink } from '../../components/button.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { SplitView } from '../../components/split-view.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { PartProps } from '../part.ts'
import { ActiveScenarios } from './active-scenarios.tsx'
import { EditScenario } from './edit-scenario.tsx'
import { type DocumentedStatus, NewScenario } from './new-scenario.tsx'
import { ScenarioDetail } from './scenario-detail.tsx'
import { ScenarioIntroduction } from './scenario-introduction.tsx'
import { ScenarioList } from './scenario-list.tsx'
import { useScenarioSwitch } from './switch-scenarios.ts'

const Scenarios = ({ path: [selected], query }: PartProps) => {
  const { navigator } = useConsole()
  const isNew = query.new !== undefined || query.from !== undefined
  return (
    <div class="scenarios fills-page">
      {/* The list with its title is not shown beside a detail on narrow screens. */}
      <h1 class="visually-hidden">Scenarios</h1>
      <SplitView
        listLabel="All scenarios"
        detailLabel={isNew ? 'New scenario' : 'Scenario'}
        list={
          <div class="scenarios-side">
            <header class="page-header">
              <p class="scenarios-heading" aria-hidden="true">
                Scenarios
              </p>
              <ButtonLink
                icon={PlusIcon}
                href={navigator.href({ part: 'scenarios', path: [], query: { new: 'blank' } })}
              >
                New scenario
              </ButtonLink>
            </header>
            <AllScenarios selected={selected} />
          </div>
        }
        detail={
          isNew ? (
            <NewScenario
              key={[query.from, query.new, query.operation, query.status].join(' ')}
              from={query.from}
              template={query.new}
              status={readStatus(query)}
            />
          ) : selected === undefined ? undefined : query.edit === undefined ? (
            <ScenarioDetail key={selected} name={selected} />
          ) : (
            <EditScenario key={selected} name={selected} />
          )
        }
        placeholder={<ScenarioIntroduction />}
      />
    </div>
  )
}

const readStatus = ({ operation, status }: PartProps['query']): DocumentedStatus | undefined =>
  operation === undefined || status === undefined ? undefined : { operation, status }

const AllScenarios = ({ selected }: { readonly selected: string | undefined }) => {
  const { scenarios } = useConsole()
  const control = useScenarioSwitch()
  const list = scenarios.data.value
  const error = scenarios.error.value
  if (!list && error)
    return (
      <ErrorState title="The scenarios could not be loaded" error={error} onRetry={() => void scenarios.refetch()} />
    )
  if (!list) return <Skeleton lines={8} label="Loading the scenarios" />
  return (
    <>
      <ActiveScenarios control={control} known={list} />
      <ScenarioList control={control} scenarios={list} selected={selected} />
    </>
  )
}

export default Scenarios
