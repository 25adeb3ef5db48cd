/**
 * Two exchanges that were chosen, compared.
 */
import { BackIcon } from '../../components/icons.tsx'
import { useConsole } from '../../state/console-state.ts'
import { DifferenceList } from './difference-list.tsx'

export const Differences = ({ id, other }: { readonly id: string; readonly other: string }) => {
  const { navigator } = useConsole()
  const { query } = navigator.address.value
  return (
    <div class="traffic-detail">
      <header class="traffic-detail-header">
        <div class="traffic-detail-bar">
          <a class="button button-quiet button-small" href={navigator.href({ path: [id], query })}>
            <BackIcon /> Exchange
          </a>
          <a class="button button-small" href={navigator.href({ path: [other, 'differences', id], query })}>
            Swap
          </a>
        </div>
        <h2 class="traffic-detail-title">Differences</h2>
        <p class="traffic-detail-facts">
          <code>{id}</code> <span>and</span> <code>{other}</code>
        </p>
      </header>
      <DifferenceList first={id} second={other} />
    </div>
  )
}
