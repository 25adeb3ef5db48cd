/**
 * What a view shows while it has nothing to show: what to do next, what went wrong, or that it is on its way.
 */
import type { ComponentChildren, ComponentType } from 'preact'
import { describeError, ProblemError } from '../api/problem.ts'
import { Button } from './button.tsx'
import { RefreshIcon, WarningIcon } from './icons.tsx'

interface EmptyStateProps {
  readonly icon?: ComponentType
  readonly title: string
  /** What to do next. */
  readonly children?: ComponentChildren
  readonly action?: ComponentChildren
}

export const EmptyState = ({ icon: Icon, title, children, action }: EmptyStateProps) => (
  <div class="empty-state">
    {Icon && (
      <span class="empty-state-icon">
        <Icon />
      </span>
    )}
    <p class="empty-state-title">{title}</p>
    {children && <div class="empty-state-text">{children}</div>}
    {action && <div class="empty-state-action">{action}</div>}
  </div>
)

interface ErrorStateProps {
  /** What failed: "The records could not be loaded". */
  readonly title: string
  readonly error: unknown
  readonly onRetry?: () => void
}

export const ErrorState = ({ title, error, onRetry }: ErrorStateProps) => (
  <div class="error-state" role="alert">
    <WarningIcon />
    <div class="error-state-text">
      <p class="error-state-title">{title}</p>
      <Reason error={error} />
      {onRetry && (
        <Button size="small" icon={RefreshIcon} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  </div>
)

/** The detail of a problem often has the messages of its violations in it: they are a list then, without the detail. */
const Reason = ({ error }: { readonly error: unknown }) => {
  const text = describeError(error)
  const violations = error instanceof ProblemError ? error.violations : []
  const isRepeated = violations.some(({ message }) => text.includes(message))
  if (violations.length === 0 || (isRepeated && violations.length === 1)) return <p>{text}</p>
  return (
    <>
      {!isRepeated && <p>{text}</p>}
      <ul>
        {violations.map(({ at, message }) => (
          <li key={at + message}>{message}</li>
        ))}
      </ul>
    </>
  )
}

/** Grey bars in the shape of what is being loaded. */
export const Skeleton = ({ lines = 3, label = 'Loading' }: { readonly lines?: number; readonly label?: string }) => (
  <div class="skeleton" role="status">
    <span class="visually-hidden">{label}…</span>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} class="skeleton-line" />
    ))}
  </div>
)
