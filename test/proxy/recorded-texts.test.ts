/**
 * Secrets and personal data in bodies that are not JSON: none of them is in a recorded file.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Scrubber } from '../../src/proxy/recording/scrubber.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi } from '../support/write-document.ts'
import { startProxy } from './start-proxy.ts'

const text = { schema: { type: 'string' } }
const operation = (operationId: string, mediaType: string) => ({
  post: {
    operationId,
    requestBody: { content: { [mediaType]: mediaType.includes('xml') ? text : { schema: { type: 'object' } } } },
    responses: { 200: { description: 'Done.', content: { 'application/xml': text } } },
  },
})

const document = openApi({
  paths: {
    '/forms': operation('sendForm', 'application/x-www-form-urlencoded'),
    '/files': operation('sendFile', 'multipart/form-data'),
    '/reports': operation('sendReport', 'application/xml'),
    '/pins': {
      post: {
        operationId: 'setPin',
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', properties: { pin: { type: 'string', maxLength: 2 } } } },
          },
        },
        responses: { 200: { description: 'Done.', content: { 'application/xml': text } } },
      },
    },
  },
})

/** Short ones, too. */
const planted = ['hun2!', 'form@people.test', 'p4rt!', 'x9!k', 'attr8!', 'c7!d', 'answ3r!', '83#1', 'Grace Hopper']

const answerXml =
  '<answer apiKey="attr8!"><s:password>answ3r!</s:password><token><![CDATA[c7!d]]></token><fullName>Grace Hopper</fullName></answer>'

describe('a recording of bodies that are not JSON', () => {
  it('has neither the values of forms, of XML, of several parts, nor those that a message quotes', async () => {
    await using folder = await createTemporaryFolder()
    const record = join(folder.path, 'recording')
    const proxy = await startProxy({
      document,
      handler: (_, answer) => {
        answer.writeHead(200, { 'Content-Type': 'application/xml' })
        answer.end(answerXml)
      },
      proxy: { record },
    })
    const send = (path: string, type: string, body: string) =>
      fetch(proxy.standin.url + path, { method: 'POST', headers: { 'content-type': type }, body })
    const form = new URLSearchParams({ password: 'hun2!', email: 'form@people.test', note: 'kept' }).toString()
    await send('/forms', 'application/x-www-form-urlencoded', form)
    const part = '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\np4rt!\r\n--b--\r\n'
    await send('/files', 'multipart/form-data; boundary=b', part)
    await send('/reports', 'application/xml', '<report><secret>x9!k</secret><title>kept too</title></report>')
    await send('/pins', 'application/json', '{"pin":"83#1"}')
    await proxy.standin.close()
    const files = readdirSync(record, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const all = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('\n')
    expect(planted.filter((value) => all.includes(value) || all.includes(encodeURIComponent(value)))).toEqual([])
    // What is not secret is there.
    expect(all).toContain('note=kept')
    expect(all).toContain('kept too')
    expect(all).toContain('invalid_request body.pin')
    await proxy[Symbol.asyncDispose]()
  })
})

it('values beyond the limit are not learned, and said to be too many', () => {
  const scrubber = new Scrubber({ keepsPersonal: false, maxKnown: 2 })
  scrubber.learn({ password: 'first-secret' })
  expect(scrubber.isFull).toBe(false)
  scrubber.learn({ password: 'second-secret' })
  expect(scrubber.isFull).toBe(true)
})
