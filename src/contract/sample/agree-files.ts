/**
 * Makes the names of a file in one object agree: they are of one file, and end as its media type says.
 */
import type { Json } from '../../ports.ts'
import type { AgreeingStep } from './agreeable.ts'

const extensions: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['application/json', 'json'],
  ['application/zip', 'zip'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['text/csv', 'csv'],
  ['text/plain', 'txt'],
  ['video/mp4', 'mp4'],
  ['video/quicktime', 'mov'],
  ['audio/mpeg', 'mp3'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['text/html', 'html'],
  ['image/svg+xml', 'svg'],
  ['image/webp', 'webp'],
  ['image/tiff', 'tiff'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
])

const fileName = /^([a-z]+(?:-[a-z]+)*)\.(pdf|png|csv|txt)$/

const mediaTypeName = /(mime|content_?type|media_?type)(_?type)?$/

const extensionName = /^(file_?)?(ext|extension)$/

const isFileName = (value: Json | undefined): boolean => typeof value === 'string' && fileName.test(value)

export const agreeFiles: AgreeingStep = ({ values, isFree }, names) => {
  const type = [...names].find(([, { snake }]) => mediaTypeName.test(snake))?.[0]
  const isPicture = ['width', 'height'].every((side) => [...names].some(([, { snake }]) => snake === side))
  if (isPicture && type !== undefined && isFree(type) && !/^(image|video)/.test(String(values.get(type))))
    values.set(type, 'image/png')
  const files = [...names.keys()].filter((name) => isFree(name) && isFileName(values.get(name)))
  const [first] = files
  if (first === undefined) return
  const [, stem = '', usual = ''] = fileName.exec(String(values.get(first))) ?? []
  const extension = (type !== undefined && extensions.get(String(values.get(type)))) || usual
  for (const name of files) values.set(name, `${stem}.${extension}`)
  for (const [name, { snake }] of names)
    if (isFree(name) && extensionName.test(snake) && typeof values.get(name) === 'string') values.set(name, extension)
}
