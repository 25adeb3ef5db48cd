/**
 * XML that takes long to read, and characters that XML does not have.
 */
import { describe, expect, it } from 'vitest'
import { maxXmlParts, readXml } from '../../src/contract/request/read-xml.ts'
import { serveFiles } from '../support/serve-files.ts'
import { openApi, response } from '../support/write-document.ts'

const text = { type: 'string' }
const pet = { type: 'object', xml: { name: 'pet' }, properties: { name: text, tags: { type: 'array', items: text } } }

const document = openApi({
  paths: {
    '/pets': {
      post: {
        requestBody: { content: { 'application/xml': { schema: pet } } },
        responses: { 201: response(pet), 400: { description: 'Invalid.' } },
      },
    },
  },
})

describe('XML', () => {
  it.each<[string, (count: number) => string]>([
    ['elements', (count) => '<a/>'.repeat(count - 1)],
    ['attributes', (count) => `<a ${Array.from({ length: count - 2 }, (_, index) => `a${index}=""`).join(' ')}/>`],
    ['comments', (count) => '<!--x-->'.repeat(count - 1)],
    ['sections of characters', (count) => '<![CDATA[]]>'.repeat(count - 1)],
    ['instructions', (count) => '<?a?>'.repeat(count - 1)],
  ])('has at most 50,000 parts: %s', async (_name, partsOf) => {
    expect(await readXml(`<pet>${partsOf(maxXmlParts)}</pet>`)).toMatchObject({ kind: 'element' })
    expect(await readXml(`<pet>${partsOf(maxXmlParts + 1)}</pet>`)).toMatchObject({
      kind: 'broken',
      message: expect.stringMatching(/^has more than 50000 elements and attributes at line 1, column \d+$/),
    })
  })

  it.each<[string, string, string]>([
    ['text', '<pet><name>a\0b</name></pet>', 'U+0000'],
    ['an attribute', '<pet name="\u0001"/>', 'U+0001'],
    ['a section of characters', '<pet><![CDATA[\b]]></pet>', 'U+0008'],
    ['a comment', '<pet><!--\uffff--></pet>', 'U+FFFF'],
  ])('with a character that XML does not allow in %s is rejected', async (_name, body, character) => {
    const read = await readXml(body)
    expect(read).toMatchObject({ kind: 'broken', message: expect.stringContaining(`the character ${character}`) })
  })

  it.each(['<pet><name>&#0;</name></pet>', '<pet name="&#x1f;"/>', '<pet>&#xffff;</pet>'])(
    'with a reference to one is rejected: %s',
    async (body) => {
      expect(await readXml(body)).toMatchObject({ kind: 'broken' })
    },
  )

  it('may have line breaks, tabs and what is above them', async () => {
    const read = await readXml('<pet>\t\r\n\u007f\u0085\ufffd\u{10ffff}</pet>')
    expect(read).toMatchObject({ kind: 'element', element: { text: '\t\r\n\u007f\u0085\ufffd\u{10ffff}' } })
  })

  it('with a NUL is 400, and nothing is stored', async () => {
    await using server = await serveFiles({ 'api.json': document }, { generate: 0 })
    const answer = await server.call('/pets', {
      body: '<pet><name>a\0b</name></pet>',
      headers: { 'content-type': 'application/xml' },
    })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('the character U+0000, which XML does not allow, at line 1')
  })
})
