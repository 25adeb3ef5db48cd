/**
 * Coverage: every operation with its statuses as cells that are filled when a request has met them. The address has the selected
 * cell (~default/coverage/animal-store/getPet/404), the filters, and the open groups.
 */
import './coverage.css'
import { useMemo } from 'preact/hooks'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Select, TextField } from '../../components/field.tsx'
import { BackIcon, CoverageIcon } from '../../components/icons.tsx'
import { SplitView } from '../../components/split-view.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { PartProps } from '../part.ts'
import { Detail } from './detail.tsx'
import { MatrixRow } from './matrix-row.tsx'
import { type Filter, listRows, percentOf, type Report, sumUp } from './report.ts'
import { useReport } from './use-report.ts'

const readFilter = ({ q = '', show, open = '' }: PartProps['query']): Filter => ({
  text: q,
  show: show === 'gaps' || show === 'undocumented' ? show : 'all',
  open: new Set(open.split(',').filter((name) => name !== '')),
})

const Coverage = ({ path: [document, name, status], query }: PartProps) => {
  const { navigator, sandbox } = useConsole()
  const isAll = query.of === 'all'
  const resource = useReport(isAll)
  const report = resource.data.value
  const filter = readFilter(query)
  const rows = useMemo(() => (report ? listRows(report, filter) : []), [report, query])
  const selected = report?.operations.find((one) => one.document === document && one.operation === name)
  const back = (
    <ButtonLink
      tone="quiet"
      size="small"
      icon={BackIcon}
      class="coverage-back"
      href={navigator.href({ path: [], query })}
    >
      All operations
    </ButtonLink>
  )
  return (
    <div class="coverage fills-page">
      <SplitView
        listLabel="Operations and statuses"
        detailLabel={selected ? `Coverage of ${selected.operation}` : 'Coverage'}
        list={
          <div class="coverage-list">
            <header class="page-header">
              <div>
                <p class="page-kicker">{isAll ? 'All sandboxes' : `Sandbox ${sandbox.value.id}`}</p>
                <h1>Coverage</h1>
              </div>
              {report && <Total report={report} />}
            </header>
            <Filters filter={filter} of={query.of ?? ''} />
            {report ? (
              rows.length === 0 ? (
                <NothingFound filter={filter} />
              ) : (
                <div class="coverage-rows">
                  <VirtualList
                    label="Operations"
                    items={rows}
                    rowHeight={52}
                    isMeasured
                    keyOf={({ key }) => key}
                    shown={selected && `operation ${selected.document} ${selected.operation}`}
                  >
                    {(row) => (
                      <MatrixRow row={row} selected={selected && { operation: selected, status }} query={query} />
                    )}
                  </VirtualList>
                </div>
              )
            ) : resource.error.value ? (
              <ErrorState
                title="The coverage could not be loaded"
                error={resource.error.value}
                onRetry={() => void resource.refetch()}
              />
            ) : (
              <Skeleton lines={8} />
            )}
          </div>
        }
        detail={
          report && selected ? (
            <div class="coverage-detail">
              {back}
              <Detail report={report} operation={selected} status={status} onSent={() => void resource.refetch()} />
            </div>
          ) : report && name !== undefined ? (
            <div class="coverage-detail">
              {back}
              <EmptyState icon={CoverageIcon} title={`There is no operation “${name}”`}>
                The documents have changed, or the address is wrong.
              </EmptyState>
            </div>
          ) : undefined
        }
      />
    </div>
  )
}

const Total = ({ report }: { readonly report: Report }) => {
  const totals = useMemo(() => sumUp(report.operations), [report])
  const percent = percentOf(totals)
  return (
    <div class="coverage-total">
      <span class="coverage-percent">{percent}%</span>
      <span class="coverage-total-text">
        {totals.covered.toLocaleString('en')} of {(totals.covered + totals.gaps).toLocaleString('en')} documented
        responses
      </span>
    </div>
  )
}

const choices = [
  { value: 'all', label: 'All' },
  { value: 'gaps', label: 'Gaps' },
  { value: 'undocumented', label: 'Undocumented' },
] as const

const Filters = ({ filter, of }: { readonly filter: Filter; readonly of: string }) => {
  const { navigator } = useConsole()
  return (
    <div class="coverage-filters">
      <fieldset class="coverage-choices">
        <legend class="visually-hidden">Show operations</legend>
        {choices.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            class="coverage-choice"
            aria-pressed={filter.show === value}
            onClick={() => navigator.setQuery({ show: value === 'all' ? '' : value })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <TextField
        label="Search operations"
        isLabelHidden
        type="search"
        placeholder="Search operations and paths"
        value={filter.text}
        onInput={(q) => navigator.setQuery({ q }, { replace: true })}
      />
      <Select
        label="Whose requests"
        isLabelHidden
        value={of}
        onChange={(value) => navigator.setQuery({ of: value })}
        options={[
          { value: '', label: 'This sandbox' },
          { value: 'all', label: 'All sandboxes' },
        ]}
      />
      <ul class="coverage-legend" aria-label="What the cells mean">
        <li>
          <span class="coverage-key coverage-covered" /> covered
        </li>
        <li>
          <span class="coverage-key coverage-gap" /> not covered
        </li>
        <li>
          <span class="coverage-key coverage-undocumented" /> undocumented
        </li>
      </ul>
    </div>
  )
}

const NothingFound = ({ filter: { show, text } }: { readonly filter: Filter }) => {
  const { navigator } = useConsole()
  const clear = <Button onClick={() => navigator.setQuery({ show: '', q: '' })}>Show all operations</Button>
  if (text !== '') return <EmptyState icon={CoverageIcon} title={`No operation matches “${text}”`} action={clear} />
  if (show === 'gaps')
    return (
      <EmptyState icon={CoverageIcon} title="Everything is covered" action={clear}>
        Each documented status of each operation was met by a request.
      </EmptyState>
    )
  if (show === 'undocumented')
    return (
      <EmptyState icon={CoverageIcon} title="No undocumented responses" action={clear}>
        All responses had a status that the documents describe.
      </EmptyState>
    )
  return (
    <EmptyState icon={CoverageIcon} title="No operations">
      The served documents describe none.
    </EmptyState>
  )
}

export default Coverage
