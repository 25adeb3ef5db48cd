/**
 * What scenarios are for, while none is selected.
 */
import { ButtonLink } from '../../components/button.tsx'
import { ScenariosIcon } from '../../components/icons.tsx'
import { EmptyState } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'

export const ScenarioIntroduction = () => {
  const { navigator } = useConsole()
  return (
    <EmptyState
      icon={ScenariosIcon}
      title="Make something fail on purpose"
      action={
        <ButtonLink href={navigator.href({ part: 'scenarios', path: [], query: { new: 'blank' } })}>
          Write a scenario
        </ButtonLink>
      }
    >
      A scenario is a script of failures and special cases. Switch one on for all requests of this sandbox, or name it
      in a header of one request. Select a scenario to see what it does.
    </EmptyState>
  )
}
