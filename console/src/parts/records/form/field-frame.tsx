/**
 * What is around the control of a field: its name, marks, what can be done with it, its description, what is wrong.
 */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { IconButton } from '../../../components/button.tsx'
import { CloseIcon } from '../../../components/icons.tsx'
import { shortMessage } from '../use-draft.ts'
import { type FieldProps, useForm } from './form-context.ts'
import type { SchemaView } from './schema-view.ts'

export interface ControlAttributes {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
  readonly 'aria-required': boolean
}

interface FrameProps {
  readonly field: FieldProps
  readonly view: SchemaView
  readonly children: (control: ControlAttributes) => ComponentChildren
  /** Further buttons beside the name. */
  readonly actions?: ComponentChildren
}

export const FieldFrame = ({ field, view, children, actions }: FrameProps) => {
  const { isReadOnly, isNew, fixed } = useForm()
  const id = useId()
  const { pointer, name, isRequired, value } = field
  const problems = useProblems(pointer)
  const hasError = problems.some(({ level }) => level === 'error')
  const described = [view.description ? `${id}-hint` : '', problems.length > 0 ? `${id}-problems` : '']
  const isFixed = isReadOnly || fixed.has(pointer) || (view.isReadOnly && !isNew)
  return (
    <div class="record-field" data-pointer={pointer}>
      <div class="record-field-top">
        <label for={id} class="record-field-name">
          {name}
        </label>
        <Marks view={view} isRequired={isRequired} pointer={pointer} />
        <span class="record-field-actions">
          {!isFixed && actions}
          {!isFixed && <FieldActions field={field} view={view} />}
        </span>
      </div>
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': hasError,
        'aria-required': isRequired && value !== null,
      })}
      {view.description && (
        <p class="record-field-hint" id={`${id}-hint`} title={view.description.slice(0, 2_000)}>
          {view.description.slice(0, 400)}
        </p>
      )}
      <Problems pointer={pointer} id={`${id}-problems`} />
    </div>
  )
}

const useProblems = (pointer: string) => useForm().problems.filter((problem) => problem.pointer === pointer)

export const Problems = ({ pointer, id }: { readonly pointer: string; readonly id?: string }) => {
  const problems = useProblems(pointer)
  if (problems.length === 0) return null
  return (
    <div id={id} role="alert">
      {problems.map((problem) => (
        <p key={problem.code + problem.message} class={`record-problem record-problem-${problem.level}`}>
          {shortMessage(problem)}
        </p>
      ))}
    </div>
  )
}

interface MarksProps {
  readonly view: SchemaView
  readonly isRequired: boolean
  readonly pointer: string
}

export const Marks = ({ view, isRequired, pointer }: MarksProps) => {
  const { fixed } = useForm()
  const marks = [
    describeType(view),
    isRequired ? 'required' : '',
    fixed.has(pointer) ? 'id' : view.isReadOnly ? 'read-only' : '',
    view.isDeprecated ? 'deprecated' : '',
  ]
  return <span class="record-field-marks">{marks.filter(Boolean).join(', ')}</span>
}

const describeType = ({ values, types, format }: SchemaView): string =>
  values ? '' : (format ?? [...types].join(' or '))

/** A value that may be null can be set to null, one that may be missing can be removed. */
export const FieldActions = ({ field, view }: { readonly field: FieldProps; readonly view: SchemaView }) => {
  const { name, pointer, value, isRequired, onChange } = field
  return (
    <>
      {view.isNullable && value !== null && (
        <button
          type="button"
          class="record-action"
          aria-label={`Set ${name} to null`}
          onClick={() => onChange(null, pointer)}
        >
          null
        </button>
      )}
      {!isRequired && value !== undefined && (
        <IconButton
          size="small"
          icon={CloseIcon}
          label={`Remove ${name}`}
          onClick={() => onChange(undefined, pointer)}
        />
      )}
    </>
  )
}
