/**
 * Small labels. Methods and statuses have their own colours, with enough contrast in both themes; the text says it, too.
 */
import type { ComponentChildren } from 'preact'

export type BadgeTone = 'neutral' | 'good' | 'warning' | 'bad' | 'tape'

export const Badge = ({
  tone = 'neutral',
  children,
}: {
  readonly tone?: BadgeTone
  readonly children: ComponentChildren
}) => <span class={`badge badge-${tone}`}>{children}</span>

const methods: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete'])

export const MethodBadge = ({ method }: { readonly method: string }) => {
  const name = method.toLowerCase()
  return <span class={`method method-${methods.has(name) ? name : 'other'}`}>{method.toUpperCase()}</span>
}

/** `fault`: how the connection was broken, instead of a status. */
export const StatusBadge = ({ status, fault }: { readonly status: number; readonly fault?: string | undefined }) =>
  fault === undefined ? (
    <span class={`status status-${Math.floor(status / 100)}`}>{status}</span>
  ) : (
    <span class="status status-fault">{fault}</span>
  )
