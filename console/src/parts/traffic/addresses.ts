/**
 * The addresses of the part, and what they show:
 *
 *   traffic                        the list
 *   traffic/ID                     an exchange
 *   traffic/ID/send                its request, to send it again
 *   traffic/ID/differences         the list, to choose another exchange
 *   traffic/ID/differences/OTHER   what is different in another exchange
 *   traffic/timeline/ID            the records as they were at the exchange
 */
export type View =
  | { readonly kind: 'list' }
  | { readonly kind: 'exchange' | 'send' | 'choose-other'; readonly id: string }
  | { readonly kind: 'differences'; readonly id: string; readonly other: string }
  | { readonly kind: 'timeline'; readonly id: string | undefined }

export const readView = ([first, second, third]: readonly string[]): View => {
  if (first === undefined) return { kind: 'list' }
  if (first === 'timeline') return { kind: 'timeline', id: second }
  if (second === 'send') return { kind: second, id: first }
  if (second === 'differences')
    return third === undefined ? { kind: 'choose-other', id: first } : { kind: 'differences', id: first, other: third }
  return { kind: 'exchange', id: first }
}
