/**
 * One sandbox: what it is, how requests reach it, its snapshots, and what can be done to it.
 */
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { describeError, ProblemError } from '../../api/problem.ts'
import type { Sandbox } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { CopyLine } from '../../components/copy-line.tsx'
import {
  CompareIcon,
  DownloadIcon,
  ForkIcon,
  ForwardIcon,
  MoreIcon,
  RefreshIcon,
  SandboxesIcon,
  TrashIcon,
  UploadIcon,
} from '../../components/icons.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { UtcTime } from '../../components/utc-time.tsx'
import { defaultSandbox } from '../../routing/address.ts'
import { useConsole } from '../../state/console-state.ts'
import { createResource, type Resource } from '../../state/resource.ts'
import { createSoon } from '../../state/soon.ts'
import { useChanges } from '../../state/use-changes.ts'
import { refreshShared, resetSandbox } from './actions.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { downloadExport } from './download-export.ts'
import { ImportDialog } from './import-dialog.tsx'
import { Snapshots } from './snapshots.tsx'
import { formatLifetime } from './words.ts'

interface SandboxDetailProps {
  readonly id: string
  /** Leads back to the list, on narrow screens. */
  readonly back?: ComponentChildren
}

export const SandboxDetail = ({ id, back }: SandboxDetailProps) => {
  const resource = useSandbox(id)
  const sandbox = resource.data.value
  const error = resource.error.value
  return (
    <div class="sandboxes-detail">
      {back}
      {error instanceof ProblemError && error.status === 404 ? (
        <EmptyState icon={SandboxesIcon} title={`There is no sandbox “${id}”`}>
          It was deleted, or has expired. Choose another one, or create it again.
        </EmptyState>
      ) : error && !sandbox ? (
        <ErrorState
          title={`The sandbox ${id} could not be loaded`}
          error={error}
          onRetry={() => void resource.refetch()}
        />
      ) : sandbox ? (
        <Loaded sandbox={sandbox} isPage={back !== undefined} onChange={() => void resource.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  )
}

/** Milliseconds between two fetches while its traffic is heavy. */
const settleTime = 1_000

/** The sandbox, fetched again when something happens in it. */
const useSandbox = (id: string): Resource<Sandbox> => {
  const { api, listen } = useConsole()
  const resource = useMemo(
    () => createResource<Sandbox>((signal) => api.call('getSandbox', { path: { id } }, signal)),
    [api, id],
  )
  useEffect(() => {
    void resource.refetch()
    const soon = createSoon(resource.refetch, settleTime)
    const stop = listen((exchange) => {
      if (exchange.sandbox === id) soon.call()
    })
    return () => {
      stop()
      soon.cancel()
      resource.dispose()
    }
  }, [resource, listen, id])
  useChanges(['sandbox', 'scenario', 'clock', 'records', 'snapshots', 'keys', 'exchanges'], id, () => {
    void resource.refetch()
  })
  return resource
}

interface LoadedProps {
  readonly sandbox: Sandbox
  readonly onChange: () => void
}

/** `isPage`: on narrow screens it replaces the list with its heading, so its own is that of the page. */
const Loaded = ({ sandbox, isPage, onChange }: LoadedProps & { readonly isPage: boolean }) => {
  const [open, setOpen] = useState<'none' | 'delete' | 'import'>('none')
  const { id } = sandbox
  return (
    <>
      <header class="sandboxes-head">
        {isPage ? <h1>{id}</h1> : <h2>{id}</h2>}
        <Actions sandbox={sandbox} onChange={onChange} onOpen={setOpen} />
      </header>
      <Facts sandbox={sandbox} />
      <section class="panel" aria-labelledby="reach-title">
        <h2 id="reach-title">How requests reach it</h2>
        <dl class="copy-lines">
          <CopyLine name="With a header" text={`Sandbox-Id: ${id}`} label="Copy the header" />
          {sandbox.addresses.map(({ document, url }) => (
            <CopyLine key={document} name={document} text={url} label={`Copy the address of ${document}`} />
          ))}
        </dl>
      </section>
      <Snapshots sandbox={sandbox} onChange={onChange} />
      {open === 'delete' && <DeleteDialog sandbox={sandbox} onClose={() => setOpen('none')} />}
      {open === 'import' && <ImportDialog id={id} onClose={() => setOpen('none')} onDone={onChange} />}
    </>
  )
}

interface ActionsProps extends LoadedProps {
  readonly onOpen: (dialog: 'delete' | 'import') => void
}

const Actions = ({ sandbox: { id }, onChange, onOpen }: ActionsProps) => {
  const state = useConsole()
  const { navigator, toaster, api } = state
  const isSelected = state.sandbox.value.id === id
  const run = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action()
    } catch (error) {
      toaster.show(describeError(error), { tone: 'failed' })
      onChange()
      refreshShared(state, id)
    }
  }
  const more: MenuItem[] = [
    {
      label: 'Compare with another…',
      icon: CompareIcon,
      onSelect: () => navigator.go({ path: [id, 'differences'], query: navigator.address.value.query }),
    },
    { label: 'Export as fixture set', icon: DownloadIcon, onSelect: () => void run(() => downloadExport(api, id)) },
    { label: 'Import a fixture set…', icon: UploadIcon, onSelect: () => onOpen('import') },
    // The default sandbox cannot be deleted: the server would reset it.
    ...(id === defaultSandbox
      ? []
      : [{ label: 'Delete…', icon: TrashIcon, tone: 'danger' as const, onSelect: () => onOpen('delete') }]),
  ]
  return (
    <div class="sandboxes-actions">
      {!isSelected && (
        <Button
          tone="primary"
          icon={ForwardIcon}
          onClick={() => navigator.go({ sandbox: id, part: 'sandboxes', path: [id] })}
        >
          Switch to it
        </Button>
      )}
      <Button icon={ForkIcon} onClick={() => navigator.setQuery({ new: 'yes', from: id })}>
        Fork
      </Button>
      <Button icon={RefreshIcon} onClick={() => void run(() => resetSandbox(state, id, onChange))}>
        Reset
      </Button>
      <Menu label={`More for ${id}`} icon={MoreIcon} items={more} tone="plain" />
    </div>
  )
}

const origins = {
  start: 'with the server',
  'first-use': 'by a request that named it',
  request: 'with the control API, or here',
} as const

const Facts = ({ sandbox }: { readonly sandbox: Sandbox }) => {
  const { scenario, clock, fixtures, exchanges, records, origin, lastUsed, ttl, rewind } = sandbox
  const clockState = clock.frozen ? 'frozen at' : clock.set ? 'set to' : undefined
  return (
    <KeyValue
      facts={[
        { name: 'Started with', value: fixtures === null ? 'the initial records' : `fixtures ${fixtures}` },
        { name: 'Created', value: origins[origin] },
        { name: 'Last used', value: <RelativeTime time={lastUsed} /> },
        { name: 'Deleted', value: ttl === null ? 'never by itself' : `after ${formatLifetime(ttl)} without use` },
        { name: 'Records', value: records.toLocaleString('en') },
        { name: 'Exchanges', value: exchanges.toLocaleString('en') },
        { name: 'Scenarios', value: scenario === null ? 'none active' : <span class="taped">{scenario}</span> },
        {
          name: 'Clock',
          value:
            clockState === undefined ? (
              'real time'
            ) : (
              <span class="taped">
                {clockState} <UtcTime time={clock.now} precision="second" />
              </span>
            ),
        },
        { name: 'Earlier moments', value: rewind ? 'can be forked' : 'not kept (--rewind)' },
      ]}
    />
  )
}
