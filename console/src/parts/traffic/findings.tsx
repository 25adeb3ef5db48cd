/**
 * What is wrong with an exchange, first of all: violations, each with a way to its place; otherwise why it was rejected.
 */
import { WarningIcon } from '../../components/icons.tsx'
import type { Explained } from './exchange-detail.tsx'
import { sectionOf } from './places.ts'

export const Findings = ({ exchange }: { readonly exchange: Explained }) => {
  const { violations, why, unmatched, request } = exchange
  const rejection = why.refusal
  if (violations.length > 0)
    return (
      <section class="traffic-findings" aria-label="What is wrong">
        <WarningIcon />
        <div>
          <h3>
            {violations.length === 1
              ? 'The request breaks the contract'
              : `The request breaks the contract in ${violations.length} places`}
          </h3>
          <ul>
            {violations.map(({ at, message }) => (
              <li key={at + message}>
                <button type="button" class="traffic-finding" onClick={() => showPlace(at)}>
                  <Message at={at} message={message} />
                </button>
              </li>
            ))}
          </ul>
        </div>
      </section>
    )
  if (!rejection) return null
  return (
    <section class="traffic-findings traffic-findings-plain" aria-label="What is wrong">
      <WarningIcon />
      <div>
        <h3>{unmatched ? `No document describes ${request.method} ${request.path}` : rejection.message}</h3>
        <p>
          {unmatched ? `${rejection.message}. ` : ''}Error code: <code>{rejection.code}</code>
        </p>
      </div>
    </section>
  )
}

/** The message begins with the place. */
const Message = ({ at, message }: { readonly at: string; readonly message: string }) =>
  message.startsWith(at) ? (
    <>
      <code>{at}</code>
      {message.slice(at.length)}
    </>
  ) : (
    <span>{message}</span>
  )

const showPlace = (at: string): void => {
  const section = document.getElementById(sectionOf(at))
  if (!section) return
  if (section instanceof HTMLDetailsElement) section.open = true
  const target = section.querySelector('.code-line-bad, .is-bad') ?? section
  target.scrollIntoView({ block: 'center' })
  section.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
}
