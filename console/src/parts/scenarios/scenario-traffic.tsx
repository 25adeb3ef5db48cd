/**
 * The latest exchanges in which the scenario took effect.
 */
import { MethodBadge, StatusBadge } from '../../components/badge.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { findPart, findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'

const maxShown = 6

export const ScenarioTraffic = ({ name }: { readonly name: string }) => {
  const { sandbox, navigator } = useConsole()
  const under = sandbox.value.exchanges.items.value.filter(({ scenario }) =>
    scenario.some((step) => step.startsWith(`${name}/`)),
  )
  return (
    <section aria-labelledby="scenario-traffic">
      <div class="panel-header">
        <h3 id="scenario-traffic">Recent exchanges under it</h3>
        {under.length > 0 && findPart('traffic') && (
          <a href={navigator.href({ part: 'traffic', path: [], query: { scenario: name } })}>All of them</a>
        )}
      </div>
      {under.length === 0 ? (
        <p class="hint">None yet. They appear here as soon as a step of {name} takes effect.</p>
      ) : (
        <ul class="scenarios-traffic">
          {under
            .slice(-maxShown)
            .reverse()
            .map(({ id, method, path, status, fault, scenario, at }) => {
              const target = findTarget('exchange', id)
              return (
                <li key={id}>
                  <MethodBadge method={method} />
                  {target ? <a href={navigator.href(target)}>{path}</a> : <span>{path}</span>}
                  <span class="scenarios-step">
                    step{' '}
                    {scenario
                      .filter((step) => step.startsWith(`${name}/`))
                      .map((step) => step.slice(name.length + 1))
                      .join(', ')}
                  </span>
                  <StatusBadge status={status} fault={fault} />
                  <RelativeTime time={at} />
                </li>
              )
            })}
        </ul>
      )}
    </section>
  )
}
