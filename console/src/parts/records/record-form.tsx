/**
 * A record as a form that its schema describes. Problems that belong to no field are on top.
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { JsonValue } from '../../api/json.ts'
import { appendPointer, isObject } from '../../api/json-pointer.ts'
import type { DescribedResource, RecordProblem, Resource } from '../../api/types.ts'
import { FormProvider, focusField } from './form/form-context.ts'
import { Properties } from './form/object-field.tsx'
import { viewSchema } from './form/schema-view.ts'
import { ValueField } from './form/value-field.tsx'
import { type Draft, shortMessage } from './use-draft.ts'

interface RecordFormProps {
  readonly resource: DescribedResource
  readonly resources: readonly Resource[]
  readonly draft: Draft
  readonly isNew: boolean
  readonly isReadOnly: boolean
}

export const RecordForm = ({ resource, resources, draft, isNew, isReadOnly }: RecordFormProps) => {
  // The control API returns a JSON Schema.
  const root = resource.schema as JsonValue
  const view = useMemo(() => viewSchema(root, root), [root])
  const fixed = useMemo(() => (isNew ? new Set<string>() : idPointers(resource)), [resource, isNew])
  const form = useRef<HTMLDivElement>(null)
  const orphans = useOrphans(form, draft.problems)
  const change = (next: JsonValue | undefined, pointer: string): void => {
    if (isObject(next)) draft.change(next, pointer)
  }
  const state = { resource, resources, root, problems: draft.problems, isNew, isReadOnly, fixed }
  return (
    <FormProvider value={state}>
      <div class="record-form" ref={form}>
        <Summary problems={orphans} />
        {view.variants.length > 1 ? (
          <ValueField
            name={resource.title}
            pointer=""
            schema={root}
            value={draft.value}
            isRequired
            depth={0}
            onChange={change}
          />
        ) : (
          <Properties view={view} value={draft.value} pointer="" onChange={change} depth={0} />
        )}
      </div>
    </FormProvider>
  )
}

const idPointers = ({ id, columns }: Resource): ReadonlySet<string> => {
  const isComposite = id.property?.includes('/') === true && columns.length > 0
  if (isComposite) return new Set(id.parts.map((part) => appendPointer('', part)))
  return new Set(id.parts.length === 0 ? [] : [id.parts.reduce(appendPointer, '')])
}

/** Problems whose place has no field in the page. */
const useOrphans = (
  form: { readonly current: HTMLElement | null },
  problems: readonly RecordProblem[],
): readonly RecordProblem[] => {
  const [orphans, setOrphans] = useState<readonly RecordProblem[]>([])
  useLayoutEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('[data-pointer]') ?? [])]
    const shown = new Set(fields.map(({ dataset }) => dataset.pointer))
    const next = problems.filter(({ pointer }) => !shown.has(pointer))
    const isSame = next.length === orphans.length && next.every((problem, index) => problem === orphans[index])
    if (!isSame) setOrphans(next)
  })
  return orphans
}

const Summary = ({ problems }: { readonly problems: readonly RecordProblem[] }) => {
  if (problems.length === 0) return null
  return (
    <ul class="record-summary" role="alert">
      {problems.map((problem) => (
        <li key={problem.pointer + problem.message} class={`record-problem record-problem-${problem.level}`}>
          {problem.pointer && <code>{problem.pointer}</code>} {shortMessage(problem)}
        </li>
      ))}
    </ul>
  )
}

/** The field of the first error. */
export const focusFirst = (problems: readonly RecordProblem[]): void => {
  const [first] = problems.filter(({ level }) => level === 'error')
  if (first) focusField(first.pointer)
}
