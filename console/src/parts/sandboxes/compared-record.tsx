/**
 * A record that differs in two sandboxes: the values before and after, by property; or the whole record, if only one has it.
 */
import { type JsonObject, type JsonValue, stringifyJson } from '../../api/json.ts'
import { JsonBlock } from '../../components/code-block.tsx'
import { compareJson } from './compare-json.ts'

interface ComparedRecordProps {
  readonly record: { readonly id: string; readonly before: JsonObject | null; readonly after: JsonObject | null }
}

export const ComparedRecord = ({ record: { id, before, after } }: ComparedRecordProps) => {
  if (before && after) return <ChangedRecord id={id} before={before} after={after} />
  const kind = before ? 'deleted' : 'added'
  return (
    <li class="sandboxes-compared">
      <details>
        <summary>
          <Sign kind={kind} /> <code>{id}</code> <span class="sandboxes-brief">{formatBrief(before ?? after)}</span>
        </summary>
        <JsonBlock label={`the ${kind} record ${id}`} value={before ?? after} />
      </details>
    </li>
  )
}

interface ChangedRecordProps {
  readonly id: string
  readonly before: JsonObject
  readonly after: JsonObject
}

const ChangedRecord = ({ id, before, after }: ChangedRecordProps) => (
  <li class="sandboxes-compared">
    <p>
      <Sign kind="changed" /> <code>{id}</code>
    </p>
    <dl class="sandboxes-changes">
      {compareJson(before, after).map((change) => (
        <div key={change.place.join('/')}>
          <dt>{change.place.join(' › ')}</dt>
          <dd>
            <Value name="before" value={change.before} />
            <span aria-hidden="true"> → </span>
            <Value name="after" value={change.after} />
          </dd>
        </div>
      ))}
    </dl>
  </li>
)

const signs = { added: '+', changed: '~', deleted: '−' } as const

const Sign = ({ kind }: { readonly kind: keyof typeof signs }) => (
  <>
    <span class={`sandboxes-sign sandboxes-sign-${kind}`} aria-hidden="true">
      {signs[kind]}
    </span>
    <span class="visually-hidden">{kind}: </span>
  </>
)

const Value = ({ name, value }: { readonly name: 'before' | 'after'; readonly value: JsonValue | undefined }) => (
  <>
    <span class="visually-hidden">{name}: </span>
    {value === undefined ? (
      <span class="hint">none</span>
    ) : (
      <code class={`sandboxes-value-${name}`}>{stringifyJson(value)}</code>
    )}
  </>
)

/** The beginning of a record, to recognize it while it is closed. */
const formatBrief = (record: JsonObject | null): string => {
  const text = stringifyJson(record)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
