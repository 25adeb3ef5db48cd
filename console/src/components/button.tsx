/**
 * Buttons, and links that look like buttons. A button with an icon alone has a name for screen readers and a tooltip.
 */
import type { ComponentChildren, ComponentType, JSX, Ref } from 'preact'

export type ButtonTone = 'plain' | 'primary' | 'quiet' | 'danger'

interface ButtonProps extends Omit<JSX.IntrinsicElements['button'], 'size' | 'icon'> {
  readonly tone?: ButtonTone
  readonly size?: 'small' | 'medium'
  readonly icon?: ComponentType
  /** Disables the button and shows that it works. */
  readonly isBusy?: boolean
  readonly buttonRef?: Ref<HTMLButtonElement>
  readonly children?: ComponentChildren
}

export const Button = ({
  tone = 'plain',
  size = 'medium',
  icon: Icon,
  isBusy = false,
  buttonRef,
  class: className,
  children,
  type = 'button',
  disabled,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    ref={buttonRef ?? null}
    type={type}
    class={`button button-${tone} button-${size} ${className ?? ''}`}
    disabled={isBusy || disabled}
    aria-busy={isBusy}
  >
    {Icon && <Icon />}
    {children}
  </button>
)

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  readonly icon: ComponentType
  /** The name; also the tooltip. */
  readonly label: string
}

export const IconButton = ({ label, tone = 'quiet', class: className, ...rest }: IconButtonProps) => (
  <Button {...rest} tone={tone} class={`icon-button ${className ?? ''}`} aria-label={label} title={label} />
)

interface ButtonLinkProps {
  readonly href: string
  readonly download?: string
  readonly class?: string
  readonly tone?: ButtonTone
  readonly size?: 'small' | 'medium'
  readonly icon?: ComponentType
  readonly onClick?: () => void
  readonly children?: ComponentChildren
}

export const ButtonLink = ({
  tone = 'plain',
  size = 'medium',
  icon: Icon,
  class: className,
  children,
  ...rest
}: ButtonLinkProps) => (
  <a {...rest} class={`button button-${tone} button-${size} ${className ?? ''}`}>
    {Icon && <Icon />}
    {children}
  </a>
)
