/**
 * What the console's editor completes in YAML and JSON.
 */
import { describe, expect, it } from 'vitest'
import { complete } from '../../console/src/components/code-editor/schema-completion.ts'

const schema = {
  type: 'object',
  required: ['description'],
  properties: {
    description: { type: 'string', description: 'What it is.' },
    steps: { type: 'array', items: { $ref: '#/$defs/step' } },
  },
  $defs: {
    step: {
      properties: {
        when: {
          properties: {
            operation: {
              oneOf: [
                { enum: ['*', 'listPets', 'get{x}'] },
                { type: 'array', items: { enum: ['listPets', 'createPet'] } },
              ],
            },
            call: { type: 'integer' },
          },
        },
        fault: { enum: ['reset', 'empty'] },
        isOn: { type: 'boolean' },
      },
    },
  },
}

/** `|` is the position of the cursor. */
const cases: readonly (readonly [text: string, labels: readonly string[] | undefined])[] = [
  ['|', ['description', 'steps']],
  ['des|', ['description', 'steps']],
  ['description: x\n|', ['steps']],
  ['description: |', undefined],
  ['steps:\n  - |', ['when', 'fault', 'isOn']],
  ['steps:\n- |', ['when', 'fault', 'isOn']],
  ['steps:\n  - fault: |', ['reset', 'empty']],
  ['steps:\n  - fault: reset\n    |', ['when', 'isOn']],
  ['steps:\n  - fault: reset\n  - |', ['when', 'fault', 'isOn']],
  ['steps:\n  - when:\n      |', ['operation', 'call']],
  ['steps:\n  - when: { |', ['operation', 'call']],
  ['steps:\n  - when: { operation: list|', ['*', 'listPets', 'get{x}', 'createPet'].slice(0, 3)],
  ['steps:\n  - when: { operation: [listPets, |', ['listPets', 'createPet']],
  ['steps:\n  - when: { operation: listPets, |', ['call']],
  ['steps:\n  - when: { operation: listPets }\n    |', ['fault', 'isOn']],
  ['steps:\n  - isOn: |', ['true', 'false']],
  ['steps:\n  - when:\n      call: 1\n|', ['description']],
  ['# des|', undefined],
  ['unknown:\n  |', undefined],
]

const completeAt = (text: string, language: 'yaml' | 'json') =>
  complete(schema, text.replace('|', ''), text.indexOf('|'), language)

describe('completion in YAML', () => {
  for (const [text, labels] of cases)
    it(JSON.stringify(text), () => {
      expect(completeAt(text, 'yaml')?.options.map(({ label }) => label)).toEqual(labels)
    })

  it('replaces what is written, and quotes what YAML would read differently', () => {
    const found = completeAt('steps:\n  - when: { operation: li|', 'yaml')
    expect(found?.from).toBe('steps:\n  - when: { operation: '.length)
    expect(found?.options.map(({ insert }) => insert)).toEqual(["'*'", 'listPets', "'get{x}'"])
    expect(completeAt('|', 'yaml')?.options[0]).toEqual({
      label: 'description',
      insert: 'description: ',
      detail: 'required',
      info: 'What it is.',
    })
  })
})

describe('completion in JSON', () => {
  it('completes names and values', () => {
    expect(completeAt('{\n  |', 'json')?.options.map(({ insert }) => insert)).toEqual(['"description": ', '"steps": '])
    expect(completeAt('{ "steps": [ { "fault": |', 'json')?.options.map(({ insert }) => insert)).toEqual([
      '"reset"',
      '"empty"',
    ])
    expect(completeAt('{ "steps": [ {}, { "fault": "reset", "|', 'json')?.options.map(({ label }) => label)).toEqual([
      'when',
      'isOn',
    ])
  })

  it('has nothing to say without a schema', () => expect(complete(undefined, '', 0, 'json')).toBe(undefined))
})
