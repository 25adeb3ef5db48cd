/**
 * Makes what a page of a list says about itself agree: there are as many pages as the total needs, and this is one of them.
 */
import type { AgreeingStep } from './agreeable.ts'

export const pageName = /(^|_)(pages?|page_?(number|no|num|index|count|size))(_|$)|^(first|last|total_elements)$/

const patterns = {
  page: /^(page|page_?(number|no|num)|current_?page)$/,
  pages: /^(pages|total_?pages?|pages?_?(count|total)|last_?page|num_?pages|number_?of_?pages|max_?pages?)$/,
  size: /^(per_?page|page_?size|items_?per_?page|results_?per_?page|records_?per_?page|limit|size)$/,
  total: /^(total|count|total_?(count|items|results|elements|records|entries|hits|rows))$/,
  index: /^number$/,
  next: /^next_?page$/,
  previous: /^prev(ious)?_?page$/,
  first: /^(is_?)?first(_?page)?$/,
  last: /^(is_?)?last(_?page)?$/,
} as const

export const agreePages: AgreeingStep = ({ values, isFree }, names) => {
  const find = (role: keyof typeof patterns, type: 'number' | 'boolean'): string | undefined =>
    [...names].find(([name, { snake }]) => patterns[role].test(snake) && typeof values.get(name) === type)?.[0]
  const read = (name: string | undefined): number | undefined =>
    name === undefined ? undefined : Number(values.get(name))
  const set = (name: string | undefined, value: number | boolean): void => {
    if (name !== undefined && isFree(name)) values.set(name, value)
  }
  const [page, pages, size, total] = [
    find('page', 'number'),
    find('pages', 'number'),
    find('size', 'number'),
    find('total', 'number'),
  ]
  const [items, perPage] = [read(total), read(size)]
  if (pages !== undefined && items !== undefined && perPage !== undefined && perPage > 0)
    set(pages, Math.max(1, Math.ceil(items / perPage)))
  const [current, most] = [read(page), read(pages)]
  if (current !== undefined && most !== undefined && current > most) set(page, Math.min(1, most))
  // Spring counts pages from 0.
  const index = page === undefined && pages !== undefined && items !== undefined ? find('index', 'number') : undefined
  set(index, 0)
  set(index === undefined ? undefined : find('first', 'boolean'), true)
  set(index === undefined ? undefined : find('last', 'boolean'), read(pages) === 1)
  if (page === undefined) return
  const at = Number(values.get(page))
  set(find('next', 'number'), at + 1)
  set(find('previous', 'number'), Math.max(0, at - 1))
  if (pages === undefined) return
  set(find('first', 'boolean'), at <= 1)
  set(find('last', 'boolean'), at >= Number(values.get(pages)))
}
