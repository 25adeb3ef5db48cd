/**
 * Names with their values, one below the other: the facts about something.
 */
import type { ComponentChildren } from 'preact'

export interface Fact {
  readonly name: string
  readonly value: ComponentChildren
}

export const KeyValue = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl class="key-value">
    {facts.map(({ name, value }) => (
      <div key={name} class="key-value-row">
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
