/**
 * The request as a command or as code, to copy. The journal has no secrets, so an active key of the sandbox replaces them.
 */
import { useState } from 'preact/hooks'
import { CodeBlock } from '../../components/code-block.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { CopyIcon } from '../../components/icons.tsx'
import { Menu } from '../../components/menu.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { Explained } from './exchange-detail.tsx'
import { formatCurl, formatFetch, formatPython, readRequest } from './format-request.ts'
import { useResource } from './use-resource.ts'

const languages = [
  { label: 'curl', format: formatCurl },
  { label: 'JavaScript (fetch)', format: formatFetch },
  { label: 'Python (requests)', format: formatPython },
] as const

/** What replaces a secret where the sandbox has no key of its own: any is accepted then. */
const anyKey = 'any-key'

export const CopyAs = ({ exchange }: { readonly exchange: Explained }) => {
  const { api, sandbox, toaster } = useConsole()
  const [shown, setShown] = useState<string | undefined>(undefined)
  const path = { id: exchange.sandbox }
  const keys = useResource((signal) => api.call('listKeys', { path }, signal), [api, path.id])
  const origin = sandbox.value.sandbox.data.value?.url ?? location.origin
  const copy = async ({ label, format }: (typeof languages)[number]): Promise<void> => {
    // With any other key than one of these, the request would not work.
    if (!keys.data.value) await keys.refetch()
    const key = keys.data.value?.find(({ state }) => state === 'active')?.key ?? anyKey
    const text = format(readRequest(exchange, origin, key))
    try {
      await window.navigator.clipboard.writeText(text)
      toaster.show(`Copied the request for ${label}`)
    } catch {
      // Without a secure context the browser does not allow it: then the text is shown, to select it.
      setShown(text)
    }
  }
  return (
    <>
      <Menu
        label="Copy as"
        size="small"
        tone="plain"
        items={languages.map((language) => ({
          label: `Copy as ${language.label}`,
          onSelect: () => void copy(language),
        }))}
      >
        <CopyIcon /> Copy as
      </Menu>
      {shown !== undefined && (
        <Dialog title="The request" size="large" onClose={() => setShown(undefined)}>
          <CodeBlock label="the request" text={shown} />
        </Dialog>
      )}
    </>
  )
}
