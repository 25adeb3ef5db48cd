/**
 * Why the response is what it is: the operation that matched, its behaviour, the scenario steps that were tried, what decided,
 * and what the server noticed.
 */
import { Badge } from '../../components/badge.tsx'
import type { Fact } from '../../components/key-value.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import type { Explained } from './exchange-detail.tsx'
import { describeNotice } from './notices.ts'

export const WhySection = ({ exchange }: { readonly exchange: Explained }) => {
  const { why, notices } = exchange
  return (
    <section class="traffic-section" aria-labelledby="traffic-why">
      <h3 id="traffic-why">Why this response</h3>
      <p class="traffic-decided">{describeDecision(exchange)}</p>
      <KeyValue facts={factsOf(exchange)} />
      {why.tried.length > 0 && <Tried exchange={exchange} />}
      {notices.length > 0 && (
        <div>
          <h4>Notices</h4>
          <ul class="traffic-notices">
            {notices.map(({ kind, names }) => (
              <li key={kind}>
                <p>{describeNotice(kind)}</p>
                <p class="traffic-notice-names">
                  {names.map((name) => (
                    <code key={name}>{name}</code>
                  ))}
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

const factsOf = ({ why, document }: Explained): readonly Fact[] => {
  const { matched, behaviour } = why
  return [
    {
      name: 'Operation',
      value: matched ? (
        <>
          {matched.operation}{' '}
          <code class="hint">
            {matched.method} {matched.path}
          </code>
        </>
      ) : (
        'none matched'
      ),
    },
    ...(document === null ? [] : [{ name: 'Document', value: document }]),
    ...(matched
      ? [
          {
            name: 'Behaviour',
            value: behaviour ? <Behaviour {...behaviour} /> : 'none: an example or a generated body',
          },
        ]
      : []),
  ]
}

const Behaviour = ({ kind, resource }: { readonly kind: string; readonly resource: string }) => {
  const { navigator } = useConsole()
  const target = findTarget('resource', resource)
  return (
    <>
      {kind} · {target ? <a href={navigator.href(target)}>{resource}</a> : resource}
    </>
  )
}

const Tried = ({ exchange }: { readonly exchange: Explained }) => {
  const { navigator } = useConsole()
  return (
    <div>
      <h4>Scenario steps</h4>
      <ul class="traffic-tried">
        {exchange.why.tried.map(({ step, outcome }) => {
          const target = findTarget('scenario', step.replace(/\/[^/]*$/, ''))
          return (
            <li key={step}>
              {target ? <a href={navigator.href(target)}>{step}</a> : <code>{step}</code>}
              {outcome === 'applied' ? <Badge tone="tape">applied</Badge> : <span class="hint">{outcome}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The message of a rejection is at the top already. */
const describeDecision = ({ why }: Explained): string => {
  const text = why.refusal ? `rejected as ${why.refusal.code}` : why.decided
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
