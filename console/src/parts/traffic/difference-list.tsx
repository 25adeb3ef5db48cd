/**
 * What is different in two exchanges, by place.
 */

import { stringifyJson } from '../../api/json.ts'
import { splitPointer } from '../../api/json-pointer.ts'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { useResource } from './use-resource.ts'

interface DifferenceListProps {
  readonly first: string
  readonly second: string
}

export const DifferenceList = ({ first, second }: DifferenceListProps) => {
  const { api, navigator } = useConsole()
  const path = { requestId: first, otherId: second }
  const found = useResource((signal) => api.call('diffExchanges', { path }, signal), [api, first, second])
  const { data, error } = found
  const { query } = navigator.address.value
  return (
    <section class="traffic-section" aria-labelledby="traffic-differences">
      <h3 id="traffic-differences">Different from before</h3>
      <p class="hint">
        Compared with <a href={navigator.href({ path: [first], query })}>{first}</a>. Ids, times and durations are left
        out.
      </p>
      {data.value ? (
        <Differences differences={data.value.differences.filter(isOfInterest)} isComplete={data.value.complete} />
      ) : error.value === undefined ? (
        <Skeleton lines={3} label="Comparing" />
      ) : (
        <ErrorState title="The exchanges cannot be compared" error={error.value} />
      )}
    </section>
  )
}

/** Headers of the connection, and what follows from other differences. */
const isOfInterest = ({ pointer }: Difference): boolean =>
  !/^\/(request\/headers\/(connection|content-length|host)|response\/headers\/(content-length|sandbox-.*))$/.test(
    pointer,
  )

interface Difference {
  readonly pointer: string
  readonly first?: unknown
  readonly second?: unknown
}

const Differences = ({
  differences,
  isComplete,
}: {
  readonly differences: readonly Difference[]
  readonly isComplete: boolean
}) => {
  if (differences.length === 0) return <p>The two exchanges are the same.</p>
  return (
    <>
      <ul class="traffic-differences">
        {differences.map((difference) => (
          <li key={difference.pointer}>
            <code class="traffic-pointer">{formatPointer(difference.pointer)}</code>
            <Value sign="−" name="before" tone="bad" value={difference.first} />
            <Value sign="+" name="after" tone="good" value={difference.second} />
          </li>
        ))}
      </ul>
      {!isComplete && <p class="hint">There are more differences; the first {differences.length} are listed.</p>}
    </>
  )
}

interface ValueProps {
  readonly sign: string
  readonly name: string
  readonly tone: 'good' | 'bad'
  readonly value: unknown
}

export const Value = ({ sign, name, tone, value }: ValueProps) =>
  value === undefined ? null : (
    <span class={`traffic-value traffic-value-${tone}`}>
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden">{name}: </span>
      <code>{stringifyJson(value)}</code>
    </span>
  )

/** `/response/body/name` as response · body · name. */
const formatPointer = (pointer: string): string => splitPointer(pointer).join(' › ')
