/**
 * What all fields of a record form need to know.
 */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { JsonValue } from '../../../api/json.ts'
import type { RecordProblem, Resource } from '../../../api/types.ts'

export interface FormState {
  readonly resource: Resource
  readonly resources: readonly Resource[]
  /** The whole schema, for references. */
  readonly root: JsonValue
  readonly problems: readonly RecordProblem[]
  /** A new record: properties that clients cannot set can be set here. */
  readonly isNew: boolean
  readonly isReadOnly: boolean
  /** The pointers of the id of a stored record, which cannot be changed. */
  readonly fixed: ReadonlySet<string>
}

const FormContext = createContext<FormState | undefined>(undefined)

export const FormProvider = FormContext.Provider

export const useForm = (): FormState => {
  const form = useContext(FormContext)
  if (!form) throw new TypeError('useForm needs a FormProvider around the component')
  return form
}

/** `pointer`: the place that was changed, inside the value. Undefined removes the value. */
export type OnChange = (value: JsonValue | undefined, pointer: string) => void

export interface FieldProps {
  readonly name: string
  readonly pointer: string
  readonly schema: JsonValue
  readonly value: JsonValue | undefined
  readonly isRequired: boolean
  readonly onChange: OnChange
  /** Number of objects and lists around it. */
  readonly depth: number
}

/** Moves the focus to the control of a field, when it is in the page. */
export const focusField = (pointer: string): void => {
  requestAnimationFrame(() => {
    const field = document.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`)
    const control = field?.querySelector<HTMLElement>('.input') ?? field?.querySelector<HTMLElement>('button')
    control?.scrollIntoView({ block: 'nearest' })
    control?.focus()
  })
}
