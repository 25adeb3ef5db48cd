/**
 * Names for controls and regions that Swagger UI leaves without one, for screen readers, and what the keyboard needs. React
 * keeps attributes that it did not set.
 */

/** Keeps the content of `root` named while it changes. */
export const nameControls = (root: HTMLElement): void => {
  let frame = 0
  const schedule = (): void => {
    if (frame === 0)
      frame = requestAnimationFrame(() => {
        frame = 0
        nameAll(root)
      })
  }
  new MutationObserver(schedule).observe(root, { childList: true, subtree: true })
  schedule()
}

const nameAll = (root: HTMLElement): void => {
  for (const control of root.querySelectorAll('select, textarea, input'))
    if (!isNamed(control)) control.setAttribute('aria-label', nameOf(control))
  for (const region of root.querySelectorAll('[role=region]:not([aria-label])'))
    region.setAttribute('aria-label', `Responses of ${operationOf(region)}`)
  for (const block of root.querySelectorAll('.microlight, .curl-command pre, .renderedMarkdown pre'))
    if (!block.hasAttribute('tabindex')) block.setAttribute('tabindex', '0')
  // The tags are the second level below the title, which is the first.
  for (const heading of root.querySelectorAll('h3, h4, h5'))
    if (!heading.hasAttribute('aria-level')) heading.setAttribute('aria-level', String(levelOf(heading)))
}

const isNamed = (control: Element): boolean =>
  control.hasAttribute('aria-label') ||
  control.hasAttribute('aria-labelledby') ||
  control.closest('label') !== null ||
  (control.id !== '' && control.ownerDocument.querySelector(`label[for="${CSS.escape(control.id)}"]`) !== null)

const nameOf = (control: Element): string => {
  if (control.matches('.operation-filter-input')) return 'Filter operations by tag or path'
  if (control.closest('.examples-select')) return `Example for ${placeOf(control)}`
  return placeOf(control)
}

/** What a control belongs to: a parameter, the body, a response. */
const placeOf = (control: Element): string => {
  const row = control.closest('tr')
  const parameter = row?.dataset.paramName
  if (parameter !== undefined) return `${row?.dataset.paramIn ?? ''} parameter ${parameter}`.trim()
  if (control.closest('.opblock-section-request-body'))
    return row?.querySelector('.parameter__name')?.textContent?.replace('*', '').trim() || 'request body'
  const status = control.closest('tr.response')?.querySelector('.response-col_status')?.textContent?.trim()
  return status === undefined ? 'value' : `response ${status}`
}

const operationOf = (element: Element): string => {
  const summary = element.closest('.opblock')?.querySelector('.opblock-summary-control')
  const method = summary?.querySelector('.opblock-summary-method')?.textContent ?? ''
  return `${method} ${summary?.querySelector('[data-path]')?.getAttribute('data-path') ?? ''}`.trim()
}

const levelOf = (heading: Element): number => (heading.closest('.opblock') ? Number(heading.tagName.slice(1)) - 1 : 2)
