/**
 * The parts, beside the content; on narrow screens in a row below the bar that scrolls.
 */
import { useEffect, useRef } from 'preact/hooks'
import { parts } from '../parts/registry.ts'
import { firstPart } from '../routing/address.ts'
import { useConsole } from '../state/console-state.ts'
import { Logo } from './logo.tsx'

export const Navigation = () => {
  const { navigator } = useConsole()
  const current = navigator.address.value.part
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <nav class="navigation" aria-label="Parts of the console">
      <a class="navigation-logo" href={navigator.href({ part: firstPart })}>
        <Logo />
        Standin
      </a>
      <ul ref={list}>
        {parts.map(({ id, title, icon: Icon, badge: PartBadge }) => (
          <li key={id}>
            <a
              class="navigation-link"
              href={navigator.href({ part: id })}
              aria-current={id === current ? 'page' : undefined}
            >
              <Icon />
              <span>{title}</span>
              {PartBadge && <PartBadge />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
