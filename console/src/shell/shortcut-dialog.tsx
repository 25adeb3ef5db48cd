/**
 * The keys that work everywhere.
 */
import { Dialog } from '../components/dialog.tsx'
import { KeyValue } from '../components/key-value.tsx'
import { parts } from '../parts/registry.ts'

const general = [
  { name: 'Search and go', keys: ['Ctrl', 'K'] },
  { name: 'The same, with one key', keys: ['/'] },
  { name: 'These keys', keys: ['?'] },
  { name: 'Close a dialog', keys: ['Esc'] },
]

export const ShortcutDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const all = [...general, ...parts.map(({ title, shortcut }) => ({ name: title, keys: ['g', shortcut] }))]
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <KeyValue
        facts={all.map(({ name, keys }) => ({
          name,
          value: keys.map((key) => <kbd key={key}>{key}</kbd>),
        }))}
      />
    </Dialog>
  )
}
