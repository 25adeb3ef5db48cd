/**
 * Makes the name of a resource of a cloud (ARN) agree with what is beside it: its id or name, its region, and its account.
 */
import { type Agreeable, type AgreeingStep, findText, type Names } from './agreeable.ts'

export const arnName = /(^|_)arn$/

const form = /^(arn:[\w-]+:[\w-]+):([a-z]{2}(?:-[a-z]+)+-\d)?:(\d{12})?:(.*?)([^/:]*)$/

const find = (object: Agreeable, names: Names, pattern: RegExp, form: RegExp): string | undefined =>
  findText(object, names, pattern, form)?.[1]

/** How an id begins: `fp-` of `fp-ae86ca08cd653bf7c`. */
const prefixOf = (id: string): string | undefined => /^[a-z]+-(?=[0-9a-f]+$)/.exec(id)?.[0]

/** `arn` ends with the name or id of its object; that of something else with an id in the same form. */
const endOf = (object: Agreeable, names: Names, about: string, end: string): string => {
  const own = about === '' ? '' : `${about}_`
  const prefix = prefixOf(end)
  const alike = prefix === undefined ? undefined : find(object, names, /^id$|_id$/, new RegExp(`^${prefix}[0-9a-f]+$`))
  const named = find(object, names, new RegExp(`^${own}name$`), /^[\w.-]+$/)
  return (
    alike ??
    named ??
    // A name with a space is not part of it.
    (/^[a-z]+-[a-z]+$/.test(end) ? find(object, names, new RegExp(`^${own}id$`), /^[\w-]{4,}$/) : undefined) ??
    end
  )
}

/** Resources that end with a code of their own, which no name replaces. */
const ownCode = /^loadbalancer\/app\/[^/]+\/$/

const nameBefore = (object: Agreeable, names: Names, about: string, kind: string): string => {
  const named = find(object, names, new RegExp(`^(${about}_)?name$`), /^[\w-]+$/)
  return named === undefined ? kind : kind.replace(/[^/]+\/$/, `${named}/`)
}

export const agreeArn: AgreeingStep = (object, names) => {
  const beside = find(object, names, /(^|_)region$/, /^[a-z]{2}(-[a-z]+)+-\d$/)
  const owner = find(object, names, /(^|_)(account|owner)(_?id)?$/, /^\d{12}$/)
  for (const { name, snake } of names.values()) {
    const own = object.values.get(name)
    if (!arnName.test(snake) || typeof own !== 'string' || !object.isFree(name)) continue
    const [, start, region, account, kind = '', end = ''] = form.exec(own) ?? []
    if (start === undefined || end === '') continue
    const about = snake.replace(/_?arn$/, '')
    object.values.set(
      name,
      [
        start,
        region === undefined ? '' : (beside ?? region),
        account === undefined ? '' : (owner ?? account),
        ownCode.test(kind) ? nameBefore(object, names, about, kind) + end : kind + endOf(object, names, about, end),
      ].join(':'),
    )
  }
}
