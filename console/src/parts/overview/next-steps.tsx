/**
 * What to do first, as links to the parts where it is done.
 */
import { ForwardIcon } from '../../components/icons.tsx'
import { findPart } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'

const steps = [
  { part: 'records', title: 'Look at the records', text: 'Add, change and delete what the service returns.' },
  {
    part: 'scenarios',
    title: 'Make something fail',
    text: 'Switch a scenario on: errors, delays, broken connections.',
  },
  { part: 'time', title: 'Move the clock', text: 'See what expires, is delivered or is removed later.' },
  { part: 'sandboxes', title: 'Work apart', text: 'Give each test or person a sandbox of its own.' },
  { part: 'coverage', title: 'Find what is untested', text: 'See which operations and statuses your client has met.' },
]

export const NextSteps = () => {
  const { navigator } = useConsole()
  const available = steps.filter(({ part }) => findPart(part))
  if (available.length === 0) return null
  return (
    <section class="panel" aria-labelledby="next-title">
      <h2 id="next-title">What next</h2>
      <ul class="step-list">
        {available.map(({ part, title, text }) => (
          <li key={part}>
            <a class="step" href={navigator.href({ part })}>
              <span class="step-title">{title}</span>
              <span class="step-text">{text}</span>
              <ForwardIcon />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
