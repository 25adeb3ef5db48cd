/**
 * Chooses the sandbox to compare with. The server searches, so that it finds any of 10,000.
 */
import { useEffect, useId, useMemo, useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'

/** Suggestions while typing. */
const maxSuggestions = 30

/** Milliseconds after the latest key. */
const typingTime = 150

interface ComparePickerProps {
  readonly id: string
  readonly other: string | undefined
}

export const ComparePicker = ({ id, other }: ComparePickerProps) => {
  const { navigator } = useConsole()
  const [text, setText] = useState(other ?? '')
  const suggestions = useSuggestions(text)
  const list = useId()
  const compare = (event: Event): void => {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted !== '') navigator.go({ path: [id, 'differences', wanted], query: navigator.address.value.query })
  }
  return (
    <form class="sandboxes-take" onSubmit={compare}>
      <Field label={`Compare ${id} with`}>
        {(control) => (
          <>
            <input
              {...control}
              class="input"
              autocomplete="off"
              spellcheck={false}
              maxLength={200}
              placeholder="The name of a sandbox"
              list={list}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <datalist id={list}>
              {suggestions
                .filter((name) => name !== id)
                .map((name) => (
                  <option key={name} value={name} />
                ))}
            </datalist>
          </>
        )}
      </Field>
      <Button type="submit" class="sandboxes-compare">
        Compare
      </Button>
    </form>
  )
}

const useSuggestions = (text: string): readonly string[] => {
  const { api } = useConsole()
  const q = text.trim()
  const resource = useMemo(
    () =>
      createResource((signal) =>
        api.call(
          'listSandboxes',
          { query: { limit: maxSuggestions, sort: 'used', ...(q === '' ? {} : { q }) } },
          signal,
        ),
      ),
    [api, q],
  )
  useEffect(() => {
    const timer = setTimeout(() => void resource.refetch(), typingTime)
    return () => {
      clearTimeout(timer)
      resource.dispose()
    }
  }, [resource])
  return (resource.data.value ?? []).map(({ id }) => id)
}
