/**
 * The resources with the number of their records. With many of them, they can be searched.
 */
import { useState } from 'preact/hooks'
import type { Resource } from '../../api/types.ts'
import { Select, TextField } from '../../components/field.tsx'
import { useConsole } from '../../state/console-state.ts'

interface ResourceListProps {
  readonly resources: readonly Resource[]
  readonly selected: string
}

/** From this number on, there is a field to search them. */
const manyResources = 10

export const ResourceList = ({ resources, selected }: ResourceListProps) => {
  const { navigator } = useConsole()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = resources.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(wanted))
  const documents = new Set(resources.map(({ document }) => document))
  const nameOf = chooseNames(resources)
  return (
    <nav class="records-resources" aria-label="Resources">
      {resources.length >= manyResources && (
        <TextField
          label="Find a resource"
          isLabelHidden
          type="search"
          placeholder={`Find in ${resources.length}`}
          value={text}
          onInput={setText}
        />
      )}
      <ul>
        {found.map(({ name, count, document }, index) => (
          <li key={name}>
            {documents.size > 1 && document !== found[index - 1]?.document && (
              <p class="records-document">{document}</p>
            )}
            <a
              class="records-resource"
              href={navigator.href({ path: [name], query: {} })}
              aria-current={name === selected ? 'page' : undefined}
              title={name}
            >
              <span class="records-resource-name">{nameOf(name)}</span>
              <span class="records-count">{count?.toLocaleString('en')}</span>
            </a>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="hint">Nothing matches “{text}”.</p>}
    </nav>
  )
}

/** The title; where several have the same one, the name, which only one has. */
const chooseNames = (resources: readonly Resource[]): ((name: string) => string) => {
  const holders = new Map<string, number>()
  for (const { title } of resources) holders.set(title, (holders.get(title) ?? 0) + 1)
  const chosen = new Map(resources.map(({ name, title }) => [name, holders.get(title) === 1 ? title : name]))
  return (name) => chosen.get(name) ?? name
}

/** For narrow screens. */
export const ResourcePicker = ({ resources, selected }: ResourceListProps) => {
  const { navigator } = useConsole()
  const nameOf = chooseNames(resources)
  return (
    <div class="records-picker">
      <Select
        label="Resource"
        isLabelHidden
        value={selected}
        options={resources.map(({ name, count }) => ({
          value: name,
          label: count === null ? nameOf(name) : `${nameOf(name)} (${count.toLocaleString('en')})`,
        }))}
        onChange={(name) => navigator.go({ path: [name], query: {} })}
      />
    </div>
  )
}
