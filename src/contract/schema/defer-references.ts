/**
 * Makes Ajv compile the target of a reference when a value first reaches it.
 */
import { type Ajv2020, _ as code, nil } from 'ajv/dist/2020.js'
import namesModule from 'ajv/dist/compile/names.js'
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js'
import type { AnyValidateFunction, ErrorObject } from 'ajv/dist/types/index.js'
import codeModule from 'ajv/dist/vocabularies/code.js'
import { InternalError } from '../../errors.ts'
import type { ValidationBudget } from './validation-budget.ts'

/** The compiled validator for a value; undefined: the value is valid. */
export type Target = (value: unknown) => AnyValidateFunction | undefined

export type CreateTarget = (name: string) => Target

/** Replaces `$ref` by a call that compiles its target when it first runs. Nothing tracks what the target has evaluated. */
export const deferReferences = (ajv: Ajv2020, createTarget: CreateTarget, budget: ValidationBudget): void => {
  ajv.opts.unevaluated = false
  const { $ref: rule } = ajv.RULES.all
  if (typeof rule !== 'object') throw new InternalError('Ajv has no rule for $ref')
  const calls = new Map<string, AnyValidateFunction>()
  const callOf = (name: string): AnyValidateFunction => {
    const call = calls.get(name) ?? createCall(createTarget(name), budget)
    calls.set(name, call)
    return call
  }
  const write = (context: KeywordCxt): void => writeCall(context, callOf(String(context.schema)))
  rule.definition = { keyword: '$ref', type: [], schemaType: ['string'], code: write }
}

const names = namesModule.default
const { callValidateCode } = codeModule

/** As Ajv writes the call of another schema, without what that schema has evaluated. */
const writeCall = (context: KeywordCxt, call: AnyValidateFunction): void => {
  const { gen } = context
  const validate = gen.scopeValue('validate', { ref: call })
  const { vErrors, errors } = names
  context.result(callValidateCode(context, validate, nil), undefined, () => {
    gen.assign(vErrors, code`${vErrors} === null ? ${validate}.errors : ${vErrors}.concat(${validate}.errors)`)
    gen.assign(errors, code`${vErrors}.length`)
  })
}

const createCall = (target: Target, budget: ValidationBudget): AnyValidateFunction => {
  const call = ((value, at) => {
    const place = at?.instancePath ?? ''
    const known = budget.results?.find(call, place, value)
    if (known) {
      budget.charge(1 + known.length)
      // Generated code adds to the list.
      call.errors = known.length === 0 ? null : ([...known] as ErrorObject[])
      return known.length === 0
    }
    const validate = target(value)
    const isValid = !validate || validate(value, at)
    call.errors = isValid ? null : (validate.errors ?? null)
    budget.results?.add(call, place, value, call.errors ?? [])
    return isValid
  }) as AnyValidateFunction
  return call
}
