/**
 * A schema as one document: what a mapping refers to.
 */
import { describe, expect, it } from 'vitest'
import { bundleSchema } from '../../../src/contract/schema/bundle-schema.ts'
import type { Json } from '../../../src/ports.ts'
import { ref } from '../../support/write-document.ts'

describe('the mapping of a discriminator', () => {
  it('has schemas by their names, also with dots, and by references', () => {
    const mapping = { bolt: 'com.example.Bolt', nut: '#/components/schemas/Nut', lamp: 'lamp.yaml', none: 'Missing' }
    const either: Json = {
      oneOf: [ref('com.example.Bolt'), ref('Nut'), { $ref: 'lamp.yaml' }],
      discriminator: { propertyName: 'kind', mapping },
    }
    const schemas = { 'com.example.Bolt': { title: 'Bolt' }, Nut: { title: 'Nut' } }
    const files = new Map<string, Json>([
      ['/a.yaml', { schema: either, components: { schemas } }],
      ['/lamp.yaml', { title: 'Lamp' }],
    ])
    const { schema } = bundleSchema(files, '3.1', { file: '/a.yaml', pointer: '/schema', value: either })
    expect(schema).toMatchObject({
      discriminator: {
        mapping: { bolt: '#/$defs/com.example.Bolt', nut: '#/$defs/Nut', lamp: '#/$defs/schema-2' },
      },
      $defs: { 'com.example.Bolt': { title: 'Bolt' }, Nut: { title: 'Nut' }, 'schema-2': { title: 'Lamp' } },
    })
    expect(schema).not.toHaveProperty('discriminator.mapping.none')
  })
})
