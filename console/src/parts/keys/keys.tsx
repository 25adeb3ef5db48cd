/**
 * Keys: those of the selected sandbox, and what its documents require of a request. The address has the filter by state, and the
 * dialog that is open.
 */
import './keys.css'
import { useEffect, useMemo } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { KeysIcon, PlusIcon } from '../../components/icons.tsx'
import { StateFilter } from '../../components/state-filter.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'
import { useChanges } from '../../state/use-changes.ts'
import type { PartProps } from '../part.ts'
import { GenerateDialog } from './generate-dialog.tsx'
import { KeyCard } from './key-card.tsx'
import { findState, keyStates } from './key-state.ts'
import { Requirements } from './requirements.tsx'

const Keys = ({ query }: PartProps) => {
  const { api, sandbox, navigator } = useConsole()
  const { id } = sandbox.value
  const keys = useMemo(() => createResource((signal) => api.call('listKeys', { path: { id } }, signal)), [api, id])
  const credentials = useMemo(
    () => createResource((signal) => api.call('describeCredentials', { path: { id } }, signal)),
    [api, id],
  )
  useEffect(() => {
    for (const resource of [keys, credentials]) void resource.refetch()
    return () => {
      for (const resource of [keys, credentials]) resource.dispose()
    }
  }, [keys, credentials])
  useChanges(['keys', 'sandbox', 'files'], id, () => {
    for (const resource of [keys, credentials]) void resource.refetch()
  })
  const list = keys.data.value
  const known = credentials.data.value
  const shown = keyStates.find((state) => state === query.state)
  const now = sandbox.value.clock.value?.now ?? Date.now()
  const states = new Map((list ?? []).map((key) => [key.key, findState(key, now)]))
  const matching = (list ?? []).filter(({ key }) => shown === undefined || states.get(key) === shown)
  const refetch = (): void => void keys.refetch()
  return (
    <div class="keys">
      <header class="page-header">
        <div>
          <p class="page-kicker">Sandbox {id}</p>
          <h1>Keys</h1>
        </div>
        <Button tone="primary" icon={PlusIcon} onClick={() => navigator.setQuery({ new: 'yes' })}>
          Generate key
        </Button>
      </header>
      {known?.anyKey && (
        <p class="page-note">
          <strong>Any syntactically valid key is accepted.</strong> Without a keys.yaml in the fixtures, or with
          --any-key, the server does not look at the value. The keys below only select the sandbox.
        </p>
      )}
      <div class="main-and-side">
        <section class="main-list" aria-label="Keys of the sandbox">
          {list && list.length > 0 && (
            <StateFilter label="Show keys by state" choices={keyStates} shown={shown} states={[...states.values()]} />
          )}
          {list ? (
            matching.length === 0 ? (
              <EmptyState icon={KeysIcon} title={shown ? `No key is ${shown}` : 'This sandbox has no keys of its own'}>
                {shown ? 'Choose another state.' : 'Generate one: it gives access to this sandbox only.'}
              </EmptyState>
            ) : (
              <ul class="keys-list">
                {matching.map((key) => (
                  <KeyCard
                    key={key.key}
                    value={key}
                    state={states.get(key.key) ?? key.state}
                    documents={known?.documents ?? []}
                    onChange={refetch}
                  />
                ))}
              </ul>
            )
          ) : keys.error.value ? (
            <ErrorState title="The keys could not be loaded" error={keys.error.value} onRetry={refetch} />
          ) : (
            <Skeleton lines={6} />
          )}
        </section>
        <Requirements credentials={credentials} />
      </div>
      {query.new !== undefined && (
        <GenerateDialog
          documents={known?.documents ?? []}
          onClose={() => navigator.setQuery({ new: '' })}
          onGenerated={refetch}
        />
      )}
    </div>
  )
}

export default Keys
