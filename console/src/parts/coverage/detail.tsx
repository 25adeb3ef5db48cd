/**
 * What was met of one operation, and of one of its statuses: a gap has the request that covers it.
 */
import { Badge, MethodBadge } from '../../components/badge.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { ForwardIcon } from '../../components/icons.tsx'
import { findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import { GapRequest } from './gap-request.tsx'
import { findNextGap, kindOf, type OperationCoverage, type Report, type StatusCoverage } from './report.ts'

interface DetailProps {
  readonly report: Report
  readonly operation: OperationCoverage
  readonly status: string | undefined
  readonly onSent: () => void
}

export const Detail = ({ report, operation, status, onSent }: DetailProps) => {
  const { operation: name, method, path, count, statuses } = operation
  const cell = statuses.find((one) => one.name === status)
  return (
    <>
      <header class="coverage-head">
        <h1>{name}</h1>
        <p class="coverage-path">
          <MethodBadge method={method} /> {path}
        </p>
      </header>
      {status !== undefined && (
        <section class="panel coverage-status" aria-labelledby="status-title">
          <h2 id="status-title">
            {status} {cell && <CellBadge cell={cell} />}
          </h2>
          {cell ? (
            <CellDetail operation={operation} cell={cell} onSent={onSent} />
          ) : (
            <p>The operation has no status {status}.</p>
          )}
          <NextGap report={report} operation={operation} status={status} />
        </section>
      )}
      <section class="panel" aria-labelledby="parts-title">
        <h2 id="parts-title">{count === 0 ? 'No request has used this operation' : 'What requests have used'}</h2>
        <Parts name="Parameters and properties" parts={operation.parameters} />
        <Parts name="Values" parts={operation.values} />
        <Parts name="Request types" parts={operation.requestTypes} />
        <Parts name="Response types" parts={operation.responseTypes} />
        <Parts name="Scenarios" parts={operation.scenarios} />
      </section>
    </>
  )
}

const CellBadge = ({ cell }: { readonly cell: StatusCoverage }) => {
  const kind = kindOf(cell)
  if (kind === 'gap') return <Badge tone="warning">not covered</Badge>
  return <Badge tone={kind === 'covered' ? 'good' : 'bad'}>{kind}</Badge>
}

interface CellDetailProps {
  readonly operation: OperationCoverage
  readonly cell: StatusCoverage
  readonly onSent: () => void
}

const CellDetail = ({ operation, cell, onSent }: CellDetailProps) => {
  const { navigator } = useConsole()
  const kind = kindOf(cell)
  if (kind === 'gap' && navigator.address.value.query.of === 'all') return <SharedGap />
  if (kind === 'gap')
    return (
      <GapRequest
        key={`${operation.document} ${operation.operation} ${cell.name}`}
        {...{ document: operation.document, operation: operation.operation, status: cell.name }}
        onSent={onSent}
      />
    )
  const target = findTarget('operation', operation.operation)
  const filter = /^\d/.test(cell.name) ? { status: cell.name.toLowerCase() } : {}
  const times = cell.count === 1 ? 'One response' : `${cell.count.toLocaleString('en')} responses`
  return (
    <>
      <p>
        {kind === 'covered'
          ? `${times} of this operation had it.`
          : `${times} had it, but the document does not describe it for this operation. Clients cannot know what to expect.`}
      </p>
      {target && (
        <p>
          <ButtonLink icon={ForwardIcon} href={navigator.href({ ...target, query: { ...target.query, ...filter } })}>
            Show the exchanges
          </ButtonLink>
        </p>
      )}
    </>
  )
}

/** No sandbox has met it. A request is tried on one sandbox, and another one may need other records. */
const SharedGap = () => {
  const { navigator, sandbox } = useConsole()
  const { path, query } = navigator.address.value
  return (
    <>
      <p>No sandbox has had this response. The request that covers it depends on the records of a sandbox.</p>
      <p>
        <ButtonLink icon={ForwardIcon} href={navigator.href({ path, query: { ...query, of: '' } })}>
          Find it in {sandbox.value.id}
        </ButtonLink>
      </p>
    </>
  )
}

interface NextGapProps {
  readonly report: Report
  readonly operation: OperationCoverage
  readonly status: string
}

const NextGap = ({ report, operation: { document, operation }, status }: NextGapProps) => {
  const { navigator } = useConsole()
  const next = findNextGap(report, { document, operation, status })
  if (!next) return <p class="hint">There are no other gaps.</p>
  const { query } = navigator.address.value
  return (
    <p class="coverage-next">
      <a href={navigator.href({ path: [next.document, next.operation, next.status], query })}>
        Next gap: {next.operation} {next.status}
      </a>
    </p>
  )
}

interface PartsProps {
  readonly name: string
  readonly parts: readonly { readonly name: string; readonly count: number }[]
}

/** At most this many are listed. */
const maxParts = 100

const Parts = ({ name, parts }: PartsProps) => {
  if (parts.length === 0) return null
  return (
    <div class="coverage-parts">
      <h3>{name}</h3>
      <ul>
        {parts.slice(0, maxParts).map((part) => (
          <li key={part.name} class={`coverage-part ${part.count > 0 ? 'is-used' : ''}`}>
            <code>{part.name}</code>
            <span class="coverage-part-count">{part.count > 0 ? part.count.toLocaleString('en') : 'never'}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
