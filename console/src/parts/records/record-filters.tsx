/**
 * Search and filters above the table. What is entered is in the address.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import { type JsonValue, stringifyJson } from '../../api/json.ts'
import type { DescribedResource, Resource } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { Select, TextField } from '../../components/field.tsx'
import { CloseIcon, FilterIcon } from '../../components/icons.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { viewSchema } from './form/schema-view.ts'
import { type RecordQuery, writeRecordQuery } from './record-query.ts'
import { useDescribed } from './use-described.ts'

interface FiltersProps {
  readonly resource: Resource
  readonly query: RecordQuery
}

/** Milliseconds after the last key. */
const typingDelay = 250

export const RecordFilters = ({ resource, query }: FiltersProps) => {
  const { navigator } = useConsole()
  const [isAdding, setAdding] = useState(false)
  const show = (next: Partial<RecordQuery>, replace = false): void => {
    const { path, query: current } = navigator.address.peek()
    const rest = current.new === undefined ? {} : { new: current.new }
    navigator.go({ path, query: { ...rest, ...writeRecordQuery({ ...query, ...next }) } }, { replace })
  }
  const remove = (place: string): void => {
    const { [place]: _, ...where } = query.where
    show({ where })
  }
  return (
    <div class="records-filters">
      <div class="records-search">
        <SearchField q={query.q} title={resource.title} onSearch={(q) => show({ q }, true)} />
        <Button icon={FilterIcon} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
          Filter
        </Button>
      </div>
      {Object.keys(query.where).length > 0 && (
        <ul class="records-conditions" aria-label="Filters">
          {Object.entries(query.where).map(([place, value]) => (
            <li key={place}>
              <button
                type="button"
                class="records-condition"
                aria-label={`Remove the filter ${place} is ${value}`}
                onClick={() => remove(place)}
              >
                <span>
                  {place} is <b>{value === '' ? 'empty' : value}</b>
                </span>
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <AddFilter
          resource={resource}
          onAdd={(place, value) => {
            setAdding(false)
            show({ where: { ...query.where, [place]: value } })
          }}
        />
      )}
    </div>
  )
}

interface SearchFieldProps {
  readonly q: string
  readonly title: string
  readonly onSearch: (q: string) => void
}

const SearchField = ({ q, title, onSearch }: SearchFieldProps) => {
  const [text, setText] = useState(q)
  const sent = useRef(q)
  useEffect(() => {
    // The address has changed otherwise, such as by the back button.
    if (q !== sent.current) {
      sent.current = q
      setText(q)
    }
  }, [q])
  useEffect(() => {
    if (text === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = text
      onSearch(text)
    }, typingDelay)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextField
      label={`Search ${title}`}
      isLabelHidden
      type="search"
      placeholder="Search in all values"
      maxLength={1_000}
      value={text}
      onInput={setText}
    />
  )
}

interface AddFilterProps {
  readonly resource: Resource
  readonly onAdd: (place: string, value: string) => void
}

const AddFilter = ({ resource, onAdd }: AddFilterProps) => {
  const { data, error, refetch } = useDescribed(resource.name, true)
  if (data.value) return <FilterForm resource={data.value} onAdd={onAdd} />
  if (error.value === undefined) return <Skeleton lines={3} label="Loading the properties" />
  return <ErrorState title="The properties could not be loaded" error={error.value} onRetry={() => void refetch()} />
}

interface FilterFormProps extends AddFilterProps {
  readonly resource: DescribedResource
}

const FilterForm = ({ resource, onAdd }: FilterFormProps) => {
  const [places] = useState(() => listPlaces(resource))
  const [place, setPlace] = useState(places[0]?.name ?? '')
  const [value, setValue] = useState('')
  const choices = places.find(({ name }) => name === place)?.values
  const chosen = choices && !choices.includes(value) ? (choices[0] ?? '') : value
  const submit = (event: Event): void => {
    event.preventDefault()
    if (place !== '') onAdd(place, chosen)
  }
  return (
    <form class="records-add-filter" onSubmit={submit}>
      <Select
        label="Property"
        value={place}
        options={places.map(({ name }) => ({ value: name, label: name }))}
        onChange={setPlace}
      />
      {choices ? (
        <Select
          label="is"
          value={chosen}
          options={choices.map((choice) => ({ value: choice, label: choice }))}
          onChange={setValue}
        />
      ) : (
        <TextField label="is" value={value} onInput={setValue} />
      )}
      <Button tone="primary" type="submit">
        Add filter
      </Button>
    </form>
  )
}

interface FilterPlace {
  readonly name: string
  /** All values that it can have. */
  readonly values: readonly string[] | undefined
}

/** The columns, and all other properties of the schema. */
const listPlaces = ({ columns, schema }: DescribedResource): readonly FilterPlace[] => {
  // The control API returns a JSON Schema.
  const root = schema as JsonValue
  const { properties } = viewSchema(root, root)
  const nested = columns.filter(({ name }) => !properties.has(name)).map(({ pointer }) => pointer)
  const own = [...properties].map(([name, inner]) => {
    const { values, types } = viewSchema(root, inner)
    if (types.has('boolean')) return { name, values: ['true', 'false'] }
    return { name, values: values?.map((value) => (typeof value === 'string' ? value : stringifyJson(value))) }
  })
  return [...nested.map((name) => ({ name, values: undefined })), ...own]
}
