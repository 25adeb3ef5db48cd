/**
 * Which credentials the documents require, in words.
 */
import type { Result } from '../../api/client.ts'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import type { Resource } from '../../state/resource.ts'
import { type DocumentCredentials, describePlace, type Scheme } from './place-key.ts'

type Credentials = Result<'describeCredentials'>

export const Requirements = ({ credentials }: { readonly credentials: Resource<Credentials> }) => {
  const data = credentials.data.value
  const error = credentials.error.value
  return (
    <section class="panel keys-requirements" aria-labelledby="requirements-title">
      <h2 id="requirements-title">What requests need</h2>
      {data ? (
        data.documents.map((document) => <Requirement key={document.document} document={document} />)
      ) : error ? (
        <ErrorState
          title="The requirements could not be loaded"
          error={error}
          onRetry={() => void credentials.refetch()}
        />
      ) : (
        <Skeleton lines={4} />
      )}
    </section>
  )
}

/** At most this many alternatives are listed. */
const maxAlternatives = 12

/** At most this many scopes are named. */
const maxScopes = 12

const Requirement = ({ document }: { readonly document: DocumentCredentials }) => {
  const { title, operations, open, alternatives, schemes } = document
  const shown = alternatives.slice(0, maxAlternatives)
  const needed = schemes.flatMap(({ scopes }) => scopes)
  return (
    <div class="keys-requirement">
      <h3>{title}</h3>
      {alternatives.length === 0 ? (
        <p>
          Requests need no key: the document describes no security. A key of a sandbox still selects it, sent as{' '}
          <code>Authorization: Bearer KEY</code>.
        </p>
      ) : (
        <>
          <p>{summarize(operations, open, alternatives.length)}</p>
          <ul class="keys-alternatives">
            {shown.map(({ schemes: names, operations: count }) => (
              <li key={names.join(' ')}>
                {names.map((name) => describeScheme(schemes, name)).join(', together with ')}
                {count < operations && <span class="keys-count"> · {count.toLocaleString('en')} operations</span>}
              </li>
            ))}
          </ul>
          {alternatives.length > shown.length && <p>… and {alternatives.length - shown.length} others.</p>}
        </>
      )}
      {needed.length > 0 && (
        <p class="keys-facts">
          Scopes: {needed.slice(0, maxScopes).join(', ')}
          {needed.length > maxScopes && ` and ${needed.length - maxScopes} more`}
        </p>
      )}
    </div>
  )
}

const summarize = (operations: number, open: number, alternatives: number): string => {
  const needed = alternatives === 1 ? '' : ' one of'
  if (open === operations) return 'Credentials are optional:'
  if (open > 0) return `${operations - open} of ${operations} operations need${needed}; ${open} can be called without:`
  return operations === 1 ? `Its operation needs${needed}:` : `All ${operations} operations need${needed}:`
}

const describeScheme = (schemes: readonly Scheme[], name: string): string => {
  const scheme = schemes.find((one) => one.name === name)
  return scheme ? describePlace(scheme) : name
}
