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

/** `Important Document.pdf` is one only if the property is called so. */
const fileName = /^([\w][\w .()-]*)\.(pdf|png|csv|txt|mp[34]|zip|log|pem|json|jpe?g|gif|xml|html|mov)$/

const mediaTypeName = /(mime|content_?type|media_?type)(_?type)?$/

const extensionName = /^(file_?)?(ext|extension)$/

const isFileName = (snake: string, value: Json | undefined): boolean =>
  typeof value === 'string' && fileName.test(value) && (/^[a-z-]+\.\w+$/.test(value) || /file_?name$/.test(snake))

/** What only a picture has. */
const pictureName = /^(brightness|contrast|saturation|alt_?text|exif(_\w+)?|focal_length|megapixels|dominant_colou?r)$/

/** `type: video` says which media types are possible. */
const kindOfFile = /(^|_)(type|kind)$/
const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['image', 'image/png'],
  ['photo', 'image/png'],
  ['picture', 'image/png'],
  ['video', 'video/mp4'],
  ['audio', 'audio/mpeg'],
  ['document', 'application/pdf'],
  ['pdf', 'application/pdf'],
])

export const agreeFiles: AgreeingStep = ({ values, isFree, membersOf }, names) => {
  const named = [...names]
  const types = named.filter(([name, { snake }]) => mediaTypeName.test(snake) && typeof values.get(name) === 'string')
  const free = types.flatMap(([name]) => (isFree(name) ? [name] : []))
  const isVideo = named.some(([, { snake }]) => /^video_(url|uri|file)$|^(fps|frame_rate)$/.test(snake))
  const said = named.find(
    ([name, { snake }]) => kindOfFile.test(snake) && mediaTypes.has(String(values.get(name)).toLowerCase()),
  )?.[0]
  const wanted =
    said === undefined ? (isVideo ? 'video/mp4' : undefined) : mediaTypes.get(String(values.get(said)).toLowerCase())
  if (wanted !== undefined)
    for (const [name] of types) {
      // Of an application, only the same one.
      const isFitting = (value: Json): boolean =>
        wanted.startsWith('app') ? value === wanted : String(value).startsWith(wanted.slice(0, 5))
      if (name === said || isFitting(values.get(name) ?? null)) continue
      const member = membersOf(name).find(isFitting)
      if (member !== undefined) values.set(name, member)
      else if (isFree(name)) values.set(name, wanted)
    }
  const isPicture =
    (wanted === undefined || wanted.startsWith('image')) &&
    (['width', 'height'].every((side) => named.some(([, { snake }]) => snake === side)) ||
      named.some(([, { snake }]) => pictureName.test(snake)))
  const isSound = named.some(
    ([name, { snake }]) =>
      /^(duration|bit_?rate|sample_?rate|album|artist|track)$/.test(snake) && values.get(name) !== undefined,
  )
  if (isPicture)
    for (const name of free) if (!/^(image|video)/.test(String(values.get(name)))) values.set(name, 'image/png')
  for (const [name, { snake }] of named)
    if (isPicture && snake === 'format' && isFree(name) && /^(pdf|json|csv)$/.test(String(values.get(name))))
      values.set(name, 'png')
  const [type] = types
  // Two types of one file are one.
  if (type) for (const name of free) values.set(name, values.get(type[0]) ?? null)
  const files = named.flatMap(([name, { snake }]) =>
    isFree(name) && isFileName(snake, values.get(name)) ? [name] : [],
  )
  const endings = named.filter(([name, { snake }]) => extensionName.test(snake) && typeof values.get(name) === 'string')
  const [first] = files
  const [, stem = '', usual = ''] = fileName.exec(String(values.get(first ?? ''))) ?? []
  const isPaged = named.some(
    ([name, { snake }]) => /^(pages?|page_count|num_pages)$/.test(snake) && typeof values.get(name) === 'number',
  )
  const own = type && extensions.get(String(values.get(type[0])))
  const extension = own ?? (isPaged ? 'pdf' : isPicture ? 'png' : isSound ? 'mp3' : usual)
  if (extension === '') return
  for (const name of files) values.set(name, `${stem}.${extension}`)
  for (const [name] of endings) if (isFree(name)) values.set(name, extension)
}
