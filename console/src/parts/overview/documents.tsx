/**
 * The served documents with their addresses in this sandbox, and the keys that give access.
 */
import { useEffect, useMemo } from 'preact/hooks'
import type { Document, Key } from '../../api/types.ts'
import { Badge } from '../../components/badge.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'
import { useChanges } from '../../state/use-changes.ts'

export const Documents = () => {
  const { sandbox } = useConsole()
  const { documents } = sandbox.value
  const list = documents.data.value
  const error = documents.error.value
  return (
    <section class="panel" aria-labelledby="documents-title">
      <h2 id="documents-title">Served documents</h2>
      {list ? (
        <ul class="document-list">
          {list.map((document) => (
            <DocumentEntry key={document.name} document={document} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState title="The documents could not be loaded" error={error} onRetry={() => void documents.refetch()} />
      ) : (
        <Skeleton />
      )}
      <Keys />
    </section>
  )
}

/** A large document can have hundreds; the part Records lists all. */
const maxResources = 8

const DocumentEntry = ({ document }: { readonly document: Document }) => {
  const { navigator } = useConsole()
  const { title, name, url, operations, resources } = document
  const others = resources.length - maxResources
  return (
    <li class="document">
      <p class="document-title">{title}</p>
      <p class="copy-line">
        <code>{url}</code>
        <CopyButton text={url} label={`Copy the address of ${title}`} />
      </p>
      <p class="document-facts">
        {operations} {operations === 1 ? 'operation' : 'operations'} ·{' '}
        {resources.length === 0 ? name : resources.slice(0, maxResources).join(', ')}
        {others > 0 && (
          <>
            {' '}
            and <a href={navigator.href({ part: 'records' })}>{others} more</a>
          </>
        )}
      </p>
    </li>
  )
}

/** More are in the part Keys. */
const maxKeys = 4

const Keys = () => {
  const { api, sandbox } = useConsole()
  const { id } = sandbox.value
  const keys = useMemo(
    () => createResource<readonly Key[]>((signal) => api.call('listKeys', { path: { id } }, signal)),
    [api, id],
  )
  useEffect(() => {
    void keys.refetch()
    return keys.dispose
  }, [keys])
  useChanges(['keys', 'sandbox', 'files'], id, () => void keys.refetch())
  const list = keys.data.value
  if (!list) return null
  return (
    <>
      <h3>Keys</h3>
      {list.length === 0 ? (
        <p class="hint">Any syntactically valid key is accepted.</p>
      ) : (
        <ul class="key-list">
          {list.slice(0, maxKeys).map(({ key, state }) => (
            <li key={key} class="copy-line">
              <code>{key}</code>
              <Badge tone={state === 'active' ? 'good' : 'neutral'}>{state}</Badge>
              <CopyButton text={key} label={`Copy the key ${key}`} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
