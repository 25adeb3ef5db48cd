/**
 * Finds and opens parts, sandboxes, resources and operations by typing (the ARIA pattern of a combobox with a list).
 */
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { Dialog } from '../components/dialog.tsx'
import { useConsole } from '../state/console-state.ts'
import { type Command, findCommands, listCommands } from './commands.ts'
import { useOverlay } from './overlay.ts'
import { useSandboxSearch } from './use-sandbox-search.ts'

export const CommandPalette = ({ onClose }: { readonly onClose: () => void }) => {
  const state = useConsole()
  const overlay = useOverlay()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [operations, setOperations] = useState<readonly string[]>([])
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const path = { id: state.sandbox.value.id }
    const load = async (): Promise<void> => {
      const coverage = await state.api.call('getSandboxCoverage', { path })
      setOperations(coverage.operations.map(({ operation }) => operation))
    }
    // Without it, the palette has everything else.
    load().catch(() => {})
  }, [state])
  const { sandboxes, isSearching } = useSandboxSearch(text)
  const documents = state.sandbox.value.documents.data.value
  const commands = useMemo(
    () => listCommands({ state, overlay, operations, sandboxes, documents: documents ?? [] }),
    [state, overlay, operations, sandboxes, documents],
  )
  const found = useMemo(() => findCommands(commands, text), [commands, text])
  const chosen = found[Math.min(at, found.length - 1)]
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const run = (command: Command): void => {
    onClose()
    command.run()
  }
  // Enter before the sandboxes are found takes the first of them.
  const [isEntered, setEntered] = useState(false)
  useEffect(() => {
    if (!isEntered || isSearching) return
    setEntered(false)
    if (chosen) run(chosen)
  }, [isEntered, isSearching])
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(found.length, 1))
    else if (event.key === 'Enter' && chosen) run(chosen)
    else if (event.key === 'Enter') setEntered(isSearching)
    else return
    event.preventDefault()
  }
  const optionId = (command: Command): string => `${id}-${found.indexOf(command)}`
  return (
    <Dialog title="Search and go" onClose={onClose} isBare class="palette">
      <input
        class="palette-input"
        role="combobox"
        aria-label="Search parts, sandboxes, resources and operations"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen ? optionId(chosen) : undefined}
        placeholder="Go to a part, sandbox, resource or operation"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onKeyDown={onKeyDown}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
          setEntered(false)
        }}
      />
      <div class="palette-list" id={`${id}-list`} role="listbox" aria-label="Results" ref={list}>
        {found.map((command) => (
          <PaletteOption
            key={command.key}
            id={optionId(command)}
            command={command}
            isChosen={command === chosen}
            onRun={() => run(command)}
          />
        ))}
      </div>
      <p class="palette-empty" role="status">
        {found.length > 0 ? '' : isSearching ? 'Searching…' : `Nothing matches “${text}”.`}
      </p>
    </Dialog>
  )
}

interface PaletteOptionProps {
  readonly id: string
  readonly command: Command
  readonly isChosen: boolean
  readonly onRun: () => void
}

const PaletteOption = ({ id, command, isChosen, onRun }: PaletteOptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
  <div class="palette-option" id={id} role="option" aria-selected={isChosen} onClick={onRun}>
    <span class="palette-kind">{command.kind}</span>
    <span class="palette-name">{command.name}</span>
    <span class="palette-detail">{command.detail}</span>
  </div>
)
