/**
 * Changed records: added, changed property by property, deleted.
 */
import type { Result } from '../../api/client.ts'
import { Badge } from '../../components/badge.tsx'
import { JsonBlock } from '../../components/code-block.tsx'
import { findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import { Value } from './difference-list.tsx'

export type Change = Result<'listChanges'>[number]

export const ChangeList = ({ changes }: { readonly changes: readonly Change[] }) => {
  if (changes.length === 0) return <p class="hint">This request changed no record.</p>
  return (
    <ul class="traffic-changes">
      {changes.map((change) => (
        <li key={`${change.scenario ?? ''}/${change.resource}/${change.id}`}>
          <ChangedRecord change={change} />
        </li>
      ))}
    </ul>
  )
}

const ChangedRecord = ({ change }: { readonly change: Change }) => {
  const { navigator } = useConsole()
  const { resource, id, scenario, before, after } = change
  const target = findTarget('resource', resource)
  const [tone, word] =
    before === null
      ? (['good', 'added'] as const)
      : after === null
        ? (['bad', 'deleted'] as const)
        : (['warning', 'changed'] as const)
  const record = after ?? before
  return (
    <>
      <p class="traffic-change-head">
        <Badge tone={tone}>{word}</Badge>
        <span>
          {target ? <a href={navigator.href(target)}>{resource}</a> : resource} <code>{id}</code>
        </span>
        {scenario !== undefined && <Badge tone="tape">{scenario}</Badge>}
      </p>
      {before !== null && after !== null ? (
        <ChangedProperties before={before} after={after} />
      ) : (
        <JsonBlock label={`the ${word} record`} value={record} />
      )}
    </>
  )
}

interface ChangedPropertiesProps {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

const ChangedProperties = ({ before, after }: ChangedPropertiesProps) => (
  <ul class="traffic-differences">
    {changedNames(before, after).map((name) => (
      <li key={name}>
        <code class="traffic-pointer">{name}</code>
        <Value sign="−" name="before" tone="bad" value={before[name]} />
        <Value sign="+" name="after" tone="good" value={after[name]} />
      </li>
    ))}
  </ul>
)

/** Properties whose values differ. */
export const changedNames = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => textOf(before[name]) !== textOf(after[name]),
  )

const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
