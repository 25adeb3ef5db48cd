/**
 * A button that opens a list of commands. Arrow keys move, Enter chooses, Escape closes and returns to the button.
 */
import type { ComponentChildren, ComponentType } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button, type ButtonTone } from './button.tsx'

export interface MenuItem {
  readonly label: string
  readonly icon?: ComponentType
  readonly tone?: 'plain' | 'danger'
  /** Marks the current choice. */
  readonly isChecked?: boolean
  readonly onSelect: () => void
}

interface MenuProps {
  /** The name of the button. */
  readonly label: string
  readonly items: readonly MenuItem[]
  /** What the button shows; its name if this is missing. */
  readonly children?: ComponentChildren
  readonly icon?: ComponentType
  readonly tone?: ButtonTone
  readonly size?: 'small' | 'medium'
  readonly align?: 'start' | 'end'
}

export const Menu = ({ label, items, children, icon, tone = 'quiet', size = 'medium', align = 'end' }: MenuProps) => {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  // Not after the next frame: the next key belongs to the menu.
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const chosen = root.current?.querySelector<HTMLElement>('[aria-checked=true]')
    ;(chosen ?? root.current?.querySelector<HTMLElement>('[role^=menuitem]'))?.focus()
    const closeOutside = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') setOpen(false)
    else if (event.key === 'Escape') close()
    else if (!moveFocus(root.current, event.key)) return
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="menu" ref={root}>
      <Button
        buttonRef={button}
        tone={tone}
        size={size}
        {...(icon ? { icon } : {})}
        class={children === undefined ? 'icon-button' : ''}
        aria-label={children === undefined ? label : undefined}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </Button>
      {isOpen && (
        <div
          class={`menu-list menu-${align}`}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
        >
          {items.map((item) => (
            <MenuEntry key={item.label} item={item} onDone={close} />
          ))}
        </div>
      )}
    </div>
  )
}

const MenuEntry = ({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }) => {
  const { label, icon: Icon, tone = 'plain', isChecked, onSelect } = item
  const select = (): void => {
    onDone()
    onSelect()
  }
  const content = (
    <>
      {Icon && <Icon />}
      <span>{label}</span>
    </>
  )
  const shared = { type: 'button', class: `menu-item menu-item-${tone}`, tabIndex: -1, onClick: select } as const
  if (isChecked === undefined)
    return (
      <button {...shared} role="menuitem">
        {content}
      </button>
    )
  return (
    <button {...shared} role="menuitemradio" aria-checked={isChecked}>
      {content}
    </button>
  )
}

/** Returns whether the key moves. */
const moveFocus = (root: HTMLElement | null, key: string): boolean => {
  const items = [...(root?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  const at = items.findIndex((item) => item.matches(':focus'))
  const next = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at || items.length) - 1,
    Home: 0,
    End: items.length - 1,
  }[key]
  if (next === undefined) return false
  items[next]?.focus()
  return true
}
