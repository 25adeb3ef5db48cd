/**
 * Copies a text and shows that it did. Where the browser does not allow it, it says so.
 */
import { useEffect, useState } from 'preact/hooks'
import { Button, IconButton } from './button.tsx'
import { CheckIcon, CopyIcon, WarningIcon } from './icons.tsx'

interface CopyButtonProps {
  readonly text: string
  /** What is copied: "Copy the address". */
  readonly label: string
  /** Shows the label beside the icon. */
  readonly isLabelled?: boolean
}

type Outcome = 'none' | 'copied' | 'failed'

const icons = { none: CopyIcon, copied: CheckIcon, failed: WarningIcon }
const announcements = { none: '', copied: 'Copied', failed: 'The browser does not allow copying here' }

export const CopyButton = ({ text, label, isLabelled = false }: CopyButtonProps) => {
  const [outcome, setOutcome] = useState<Outcome>('none')
  useEffect(() => {
    if (outcome === 'none') return undefined
    const timer = setTimeout(() => setOutcome('none'), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (): Promise<void> => setOutcome((await copyText(text)) ? 'copied' : 'failed')
  const shared = { icon: icons[outcome], size: 'small', onClick: () => void copy() } as const
  return (
    <span class={`copy-button copy-${outcome}`}>
      {isLabelled ? (
        <Button {...shared}>{outcome === 'copied' ? 'Copied' : label}</Button>
      ) : (
        <IconButton {...shared} label={label} />
      )}
      <span class="visually-hidden" role="status">
        {announcements[outcome]}
      </span>
    </span>
  )
}

/** Resolves with whether it worked. Without a secure context (http on another machine) there is only the older way. */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

const copyBySelection = (text: string): boolean => {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  const before = document.activeElement
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
