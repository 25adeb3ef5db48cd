/**
 * Links of responses whose operation does not exist.
 */
import { describe, expect, it } from 'vitest'
import { useFiles } from '../../support/serve-files.ts'
import { openApi } from '../../support/write-document.ts'

const done = { 204: { description: 'Done.' } }

const linking = (links: object): object => ({ 200: { description: 'Found.', links } })

describe('a link', () => {
  const { standin } = useFiles({
    'gadgets.json': openApi({
      paths: {
        '/gadgets': {
          get: {
            operationId: 'listGadgets',
            responses: linking({
              Known: { operationId: 'getGadget' },
              Later: { operationId: 'deleteGadget' },
              Callback: { operationId: 'hearOfGadget' },
              Elsewhere: { operationRef: 'https://gadgets.test/openapi.json#/paths/~1parts/get' },
              Near: { operationId: 'getGadgt' },
              Shared: { $ref: '#/components/links/Unknown' },
            }),
            callbacks: {
              Heard: { '{$request.query.url}': { post: { operationId: 'hearOfGadget', responses: done } } },
            },
          },
        },
        '/gadgets/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          get: { operationId: 'getGadget', responses: linking({ Again: { $ref: '#/components/links/Unknown' } }) },
          delete: { operationId: 'deleteGadget', responses: done },
        },
      },
      components: { links: { Unknown: { operationId: 'paintTheWallsInGreen' } } },
    }),
  })

  it('is reported once if no operation has its operationId', async () => {
    const { warnings } = await standin().describe()
    expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'document-structure: the link leads to the operation getGadgt, which does not exist. Did you mean getGadget?',
      'document-structure: the link leads to the operation paintTheWallsInGreen, which does not exist. Give an operation this operationId',
    ])
  })
})
