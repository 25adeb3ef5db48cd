/**
 * The record of an upload has the name, the size and the content type of the file that was sent.
 */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { useFiles } from '../../support/serve-files.ts'
import { openApi, response } from '../../support/write-document.ts'

const scan = object(
  {
    id: { ...integer, readOnly: true },
    file_name: { ...text, readOnly: true },
    size: { ...integer, readOnly: true },
    contentType: text,
    md5: text,
    note: text,
  },
  ['id', 'file_name', 'size'],
)
const form = (properties: object) => ({
  required: true,
  content: { 'multipart/form-data': { schema: object(properties) } },
})
const file = { type: 'string', format: 'binary' }
const bytes = { required: true, content: { '*/*': {}, 'application/octet-stream': { schema: file } } }
const itemOf = (schema: object, parameter = 'id', address: object = integer) => ({
  parameters: [pathParameter(parameter, address)],
  get: { responses: { 200: response(schema) } },
})
const nested = object({
  id: integer,
  title: text,
  file: object({ name: text, bytes: text, mime_type: text }, ['name']),
})
const named = object({ filename: text, size: text }, ['filename'])
const shown = object({ id: integer, file: text, size: integer })
const linked = object({ id: integer, file: { ...text, format: 'uri' }, size: integer })

const api = useFiles({
  'scans.json': openApi({
    paths: {
      '/scans': { post: { requestBody: form({ file, note: text }), responses: { 201: response(scan) } } },
      '/scans/{id}': {
        ...itemOf(scan),
        put: { requestBody: bytes, responses: { 200: response(scan) } },
      },
      '/covers': { post: { requestBody: form({ file, title: text }), responses: { 201: response(nested) } } },
      '/covers/{id}': itemOf(nested),
      '/photos': { post: { requestBody: form({ file }), responses: { 201: response(shown) } } },
      '/photos/{id}': itemOf(shown),
      '/links': { post: { requestBody: form({ file }), responses: { 201: response(linked) } } },
      '/links/{id}': itemOf(linked),
      '/blobs': { post: { requestBody: bytes, responses: { 201: response(named) } } },
      '/blobs/{filename}': itemOf(named, 'filename', text),
    },
  }),
})

const boundary = 'edge'
const sendForm = (path: string, parts: readonly string[], method = 'POST') =>
  api.call(path, {
    method,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`,
  })
const filePart = (name: string, type: string, content: string) =>
  `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}`
const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`

describe('the record of an upload', () => {
  it('has the name, size, content type and digest of the file in a form', async () => {
    const made = await sendForm('/scans', [
      field('note', 'First'),
      filePart('tide table.pdf', 'application/pdf', '%PDF é'),
    ])
    expect(made.json, made.text).toMatchObject({
      file_name: 'tide table.pdf',
      size: 7,
      contentType: 'application/pdf',
      md5: createHash('md5').update('%PDF é').digest('hex'),
      note: 'First',
    })
    const { id } = made.json as { id: number }
    expect((await api.call(`/scans/${id}`)).json).toEqual(made.json)
  })

  it('has those of a new file after a change, and keeps its id', async () => {
    const { id } = (await sendForm('/scans', [filePart('a.txt', 'application/x-a', 'a')])).json as { id: number }
    const headers = {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="b.bin"',
    }
    const changed = await api.call(`/scans/${id}`, { method: 'PUT', body: 'twelve bytes', headers })
    expect(changed.json, changed.text).toMatchObject({ id, file_name: 'b.bin', size: 12 })
    expect((await api.call(`/scans/${id}`)).json).toEqual(changed.json)
  })

  it('has them in the object with the name of the field, and a size as text', async () => {
    const made = await sendForm('/covers', [field('title', 'Front'), filePart('front.png', 'image/png', 'pixels')])
    expect(made.json, made.text).toMatchObject({
      title: 'Front',
      file: { name: 'front.png', bytes: '6', mime_type: 'image/png' },
    })
  })

  it('has the name of the file in a string with the name of the field, if the string has no format', async () => {
    const made = await sendForm('/photos', [filePart('tide.png', 'image/png', 'pixels')])
    expect(made.json, made.text).toMatchObject({ file: 'tide.png' })
    const { json } = await sendForm('/links', [filePart('tide.png', 'image/png', 'pixels')])
    expect(json).not.toMatchObject({ file: 'tide.png' })
  })

  it('has the name of the file as its id, if the path has it', async () => {
    const headers = {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="c.bin"',
    }
    expect((await api.call('/blobs', { body: 'abc', headers })).json).toEqual({ filename: 'c.bin', size: '3' })
    expect((await api.call('/blobs/c.bin')).status).toBe(200)
  })

  it('is generated without a file', async () => {
    const made = await sendForm('/scans', [field('note', 'None')])
    expect([made.status, (made.json as { note: string }).note], made.text).toEqual([201, 'None'])
  })
})
