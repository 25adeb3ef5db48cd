/**
 * Makes Ajv compile the target of a reference when a value first reaches it.
 */
import { type Ajv2020, _ as code, nil } from 'ajv/dist/2020.js'
import namesModule from 'ajv/dist/compile/names.js'
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js'
import type { AnyValidateFunction } from 'ajv/dist/types/index.js'
import codeModule from 'ajv/dist/vocabularies/code.js'
import { InternalError } from '../../errors.ts'

/** The compiled validator for a value; undefined: the value is valid. */
export type Target = (value: unknown) => AnyValidateFunction | undefined

export type CreateTarget = (name: string) => Target

/** Replaces `$ref` by a call that compiles its target when it first runs. Nothing tracks what the target has evaluated. */
export const deferReferences = (ajv: Ajv2020, createTarget: CreateTarget): void => {
  ajv.opts.unevaluated = false
  const { $ref: rule } = ajv.RULES.all
  if (typeof rule !== 'object') throw new InternalError('Ajv has no rule for $ref')
  const calls = new Map<string, AnyValidateFunction>()
  const write = (context: KeywordCxt): void => writeCall(context, calls, createTarget)
  rule.definition = { keyword: '$ref', type: [], schemaType: ['string'], code: write }
}

const names = namesModule.default
const { callValidateCode } = codeModule

/** As Ajv writes the call of another schema, without what that schema has evaluated. */
const writeCall = (context: KeywordCxt, calls: Map<string, AnyValidateFunction>, createTarget: CreateTarget): void => {
  const { gen } = context
  const name = String(context.schema)
  const call = calls.get(name) ?? createCall(createTarget(name))
  calls.set(name, call)
  const validate = gen.scopeValue('validate', { ref: call })
  const { vErrors, errors } = names
  context.result(callValidateCode(context, validate, nil), undefined, () => {
    gen.assign(vErrors, code`${vErrors} === null ? ${validate}.errors : ${vErrors}.concat(${validate}.errors)`)
    gen.assign(errors, code`${vErrors}.length`)
  })
}

const createCall = (target: Target): AnyValidateFunction => {
  const call = ((value: unknown, at) => {
    const validate = target(value)
    if (!validate) return true
    const isValid = validate(value, at)
    call.errors = validate.errors ?? null
    return isValid
  }) as AnyValidateFunction
  return call
}
