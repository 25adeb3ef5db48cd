/**
 * One key: its value, what it gives access to, and what can be done to it. A deletion can be undone.
 */
import { describeError } from '../../api/problem.ts'
import type { Key } from '../../api/types.ts'
import { Badge } from '../../components/badge.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { CheckIcon, CloseIcon, MoreIcon, TimeIcon, TrashIcon } from '../../components/icons.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { UtcTime } from '../../components/utc-time.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { KeyState } from './key-state.ts'
import { type DocumentCredentials, formatCurl, formatHeader, type Scheme } from './place-key.ts'

interface KeyCardProps {
  readonly value: Key
  /** As requests meet it. */
  readonly state: KeyState
  readonly documents: readonly DocumentCredentials[]
  readonly onChange: () => void
}

const tones = { active: 'good', expired: 'warning', revoked: 'bad' } as const

const changes = [
  { state: 'active', label: 'Activate', icon: CheckIcon },
  { state: 'expired', label: 'Mark as expired', icon: TimeIcon },
  { state: 'revoked', label: 'Revoke', icon: CloseIcon },
] as const

export const KeyCard = ({ value, state, documents, onChange }: KeyCardProps) => {
  const { api, sandbox, toaster } = useConsole()
  const { id } = sandbox.value
  const { key, expires, scopes, generated } = value
  const path = { id, key }
  const run = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action()
    } catch (error) {
      toaster.show(describeError(error), { tone: 'failed' })
    }
    onChange()
  }
  const putBack = async (): Promise<void> => {
    await api.call('putKey', { path, body: bodyOf(value) })
    onChange()
  }
  const change = async (next: KeyState): Promise<void> => {
    await api.call('changeKey', { path, body: { state: next } })
    toaster.show(`${key} is ${next}`, { undo: putBack })
  }
  const remove = async (): Promise<void> => {
    await api.call('deleteKey', { path })
    toaster.show(`Deleted ${key}`, { undo: putBack })
  }
  const items: MenuItem[] = [
    ...changes
      .filter((one) => one.state !== value.state)
      .map(({ state: next, label, icon }) => ({ label, icon, onSelect: () => void run(() => change(next)) })),
    { label: 'Delete', icon: TrashIcon, tone: 'danger', onSelect: () => void run(remove) },
  ]
  return (
    <li class="panel keys-card">
      <div class="keys-line">
        <code class="keys-value">{key}</code>
        <CopyButton text={key} label={`Copy the key ${key}`} />
        <Badge tone={tones[state]}>{state}</Badge>
        <Menu label={`More for the key ${key}`} icon={MoreIcon} size="small" items={items} />
      </div>
      <p class="keys-facts">
        {generated ? 'Generated for this sandbox' : 'From the fixtures'} ·{' '}
        {scopes === undefined ? 'all scopes' : scopes.length === 0 ? 'no scopes' : `scopes ${scopes.join(', ')}`}
        {expires !== undefined && (
          <>
            {' '}
            · {Date.parse(expires) <= (sandbox.value.clock.value?.now ?? Date.now()) ? 'expired' : 'expires'}{' '}
            <UtcTime time={expires} />
          </>
        )}
      </p>
      <CopyForms value={key} documents={documents} />
    </li>
  )
}

const bodyOf = ({ state, expires, scopes }: Key) => ({
  state,
  ...(expires === undefined ? {} : { expires }),
  ...(scopes === undefined ? {} : { scopes }),
})

interface CopyFormsProps {
  readonly value: string
  readonly documents: readonly DocumentCredentials[]
}

/** The key as a header of each kind that the documents want, and a request with it. */
const CopyForms = ({ value, documents }: CopyFormsProps) => {
  const { sandbox } = useConsole()
  const schemes = documents.flatMap((document) =>
    document.schemes.flatMap((scheme) => (scheme.place === 'none' ? [] : [{ scheme, document }])),
  )
  const headers = new Map(schemes.map(({ scheme }) => [formatHeader(scheme, value), scheme]))
  const [first] = schemes
  const served = sandbox.value.documents.data.value?.find(({ name }) => name === first?.document.document)
  const url = served?.request?.method === 'GET' ? served.request.url : served?.url
  return (
    <div class="keys-copies">
      {[...headers].map(
        ([header, scheme]) =>
          header !== undefined && (
            <CopyButton
              key={header}
              text={header}
              label={headers.size > 1 ? `Copy as ${nameOf(scheme)}` : 'Copy as header'}
              isLabelled
            />
          ),
      )}
      {first && url !== undefined && (
        <CopyButton text={formatCurl(first.scheme, value, url)} label="Copy as curl" isLabelled />
      )}
    </div>
  )
}

const nameOf = ({ place, parameter, prefix }: Scheme): string =>
  place === 'basic' ? 'Basic header' : place === 'cookie' ? `cookie ${parameter}` : `${prefix || parameter}`.trim()
