/**
 * Form fields: a label, a control, a hint, and what is wrong with the value, connected for screen readers.
 */
import type { ComponentChildren, Ref } from 'preact'
import { useId } from 'preact/hooks'

interface FieldParts {
  readonly label: string
  /** One line that explains what is expected. */
  readonly hint?: ComponentChildren
  /** What is wrong. */
  readonly error?: string | undefined
  /** The label is for screen readers only. */
  readonly isLabelHidden?: boolean
}

interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

interface FieldProps extends FieldParts {
  /** Renders the control with the attributes that connect it. */
  readonly children: (control: ControlProps) => ComponentChildren
}

export const Field = ({ label, hint, error, isLabelHidden = false, children }: FieldProps) => {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label class={isLabelHidden ? 'visually-hidden' : 'field-label'} for={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described === '' ? undefined : described, 'aria-invalid': Boolean(error) })}
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps extends FieldParts {
  readonly type?: 'text' | 'password' | 'search' | 'number'
  readonly placeholder?: string
  readonly maxLength?: number
  readonly class?: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly inputRef?: Ref<HTMLInputElement>
}

export const TextField = ({
  value,
  onInput,
  inputRef,
  type = 'text',
  placeholder,
  maxLength,
  ...rest
}: TextFieldProps) => (
  <Field {...rest}>
    {(control) => (
      <input
        autocomplete="off"
        spellcheck={false}
        {...control}
        // The types of JSX distinguish inputs by a literal, and these four have the same attributes.
        type={type as 'text'}
        value={value}
        placeholder={placeholder}
        maxLength={maxLength}
        ref={inputRef ?? null}
        class={`input ${rest.class ?? ''}`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    )}
  </Field>
)

interface Option {
  readonly value: string
  readonly label: string
}

interface SelectProps extends FieldParts {
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
}

export const Select = ({ value, options, onChange, ...parts }: SelectProps) => (
  <Field {...parts}>
    {(control) => (
      <span class="select">
        <select {...control} class="input" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    )}
  </Field>
)
