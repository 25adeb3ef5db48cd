/**
 * Makes the sizes in one object agree: the sides of a thing in one unit, its volume, the length of a content that is beside it, the
 * forms of one picture, and the last characters of a secret.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { type Agreeable, type AgreeingStep, findName, findText } from './agreeable.ts'

const rounded = (value: number): number => Math.round(value * 100) / 100

const numbersOf = ({ values }: Agreeable, names: readonly string[]): readonly number[] =>
  names.flatMap((name) => {
    const value = values.get(name)
    return typeof value === 'number' && value > 0 ? [value] : []
  })

export const depthName = /^(.*_)?(depth|length|thickness)$/

/** A thing is at most three times as wide as it is deep: what has a depth is not measured in pixels. */
export const shareUnit: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const [, about = ''] = depthName.exec(snake) ?? []
    const depth = values.get(name)
    if (!depthName.test(snake) || typeof depth !== 'number' || depth <= 0) continue
    for (const [other, facts] of names) {
      const [, own, side] = /^(.*_)?(width|height)$/.exec(facts.snake) ?? []
      const held = values.get(other)
      if (side === undefined || (own ?? '') !== about || typeof held !== 'number' || !isFree(other)) continue
      const factor = side === 'width' ? 0.7 : 0.5
      if (held <= depth * 3 && held >= depth / 10) continue
      values.set(other, Number.isInteger(held) ? Math.max(1, Math.round(depth * factor)) : rounded(depth * factor))
    }
  }
}

export const boxName = /^(volume|surface_area)$/

const boxes: readonly (readonly RegExp[])[] = [
  [/^x$/, /^y$/, /^z$/],
  [/^width$/, /^height$/, /^(depth|length)$/],
]

/** What fits in a box is at most as large as the box. */
export const measureBox: AgreeingStep = (object, names) => {
  for (const box of boxes) {
    const sides = box.flatMap((side) => findName(names, (_, { snake }) => side.test(snake)) ?? [])
    const [x, y, z] = numbersOf(object, sides)
    if (x === undefined || y === undefined || z === undefined) continue
    const sizes = { volume: x * y * z, surface_area: 2 * (x * y + y * z + z * x) }
    for (const { name, snake } of names.values()) {
      const held = object.values.get(name)
      const most = snake === 'volume' ? sizes.volume : snake === 'surface_area' ? sizes.surface_area : undefined
      if (most === undefined || typeof held !== 'number' || !object.isFree(name)) continue
      if (snake === 'surface_area' || held > most) object.values.set(name, rounded(most))
    }
  }
}

export const contentSizeName =
  /^((file|content|body|data|byte)_?)?(size|length|bytes)(_?in_?bytes)?$|^(byte|bytes)_?(count|size|length)$/

const contentName = /^(content|contents|data|body|file_?(content|data)|base_?64)$/

const pdf = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
].join('\n')

/** The smallest files of a kind, in base64: an empty page, a picture of one pixel. */
const files: readonly (readonly [type: RegExp, content: string])[] = [
  [/^application\/pdf$|\.pdf$/i, Buffer.from(pdf).toString('base64')],
  [
    /^image\/png$|\.png$/i,
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ],
  [/^image\/gif$|\.gif$/i, 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'],
  [
    /^image\/jpe?g$|\.jpe?g$/i,
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==',
  ],
]

const decode = (content: string): Buffer | undefined => {
  const decoded = Buffer.from(content, 'base64')
  return content.length % 4 === 0 && decoded.toString('base64') === content ? decoded : undefined
}

const bytesName = /(^|_)(content|contents|data|body|bytes|base_?64)$/
export const fileTypeName = /(^|_)(mime(_?type)?|content_?type|media_?type|file_?name)$/

/** A content in base64 is a file of the type that is beside it. */
export const writeFile: AgreeingStep = (object, names) => {
  const [, type] = findText(object, names, fileTypeName, /\/|\.\w+$/) ?? []
  const [name, content] = findText(object, names, bytesName, /./) ?? []
  if (type === undefined || name === undefined || content === undefined || !object.isFree(name)) return
  const decoded = decode(content)
  const [, file] = files.find(([pattern]) => pattern.test(type)) ?? []
  if (decoded && decoded.length < minFile && file !== undefined) object.values.set(name, file)
}

/** No file is shorter. */
const minFile = 40

/** The size of a content that is in the same object, which may be in base64. */
export const measureContent: AgreeingStep = (object, names) => {
  const [, content] = findText(object, names, contentName, /./) ?? []
  if (content === undefined) return
  const size = decode(content)?.length ?? Buffer.byteLength(content)
  for (const { name, snake } of names.values()) {
    const held = object.values.get(name)
    if (!contentSizeName.test(snake) || !object.isFree(name)) continue
    if (typeof held === 'number') object.values.set(name, size)
    else if (typeof held === 'string' && /^\d+$/.test(held)) object.values.set(name, String(size))
  }
}

export const endName = /^(.*?)_?last_?(four|4|six|6|eight|8)(_?(digits|chars|characters))?$/

const lengths: Readonly<Record<string, number>> = { four: 4, six: 6, eight: 8 }

const secretName = /^(token|key|secret|api_?key|sha_?1|hash|access_?token|card_?number|number|pan)$/

/** `token_last_eight` is the end of the token, if that can be read. */
export const cutEnd: AgreeingStep = (object, names) => {
  for (const { name, snake } of names.values()) {
    const [, about = '', count = ''] = endName.exec(snake) ?? []
    const held = object.values.get(name)
    if (count === '' || typeof held !== 'string' || !object.isFree(name)) continue
    const length = lengths[count] ?? Number(count)
    const own = about === '' ? undefined : findText(object, names, new RegExp(`^${about}(_number)?$`), /^\w{8,}$/)
    const [, secret] = own ?? findText(object, names, secretName, /^[0-9a-z]{12,}$/i) ?? []
    if (secret !== undefined && secret.length > length) object.values.set(name, secret.slice(-length))
  }
}

/** Names of the forms in which one picture may be had. */
const formName =
  /^(original|[48]k|u?hd|full_hd|sd|\d{3,4}p|web|mobile|fixed_(width|height)|downsi[zs]ed|small|medium|large|thumb(nail)?|preview|tiny|mini|square|full|standard|low|high|max(res)?)(_[a-z0-9]+)*$/
const formsName = /^(renditions|artifacts|sizes|variants|formats|thumbnails|derivatives|resolutions|image_versions)$/

export const isForm = (snake: string): boolean => formName.test(snake) || formsName.test(snake)

interface Sides {
  readonly width: number
  readonly height: number
}

const sideOf = (value: Json | undefined): number | undefined => {
  const side = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof side === 'number' && side > 0 ? side : undefined
}

const sidesOf = (value: Json | undefined): Sides | undefined => {
  if (!isJsonObject(value)) return undefined
  const [width, height] = [sideOf(value.width), sideOf(value.height)]
  return width === undefined || height === undefined ? undefined : { width, height }
}

/** The forms of one picture have its proportion; those of a fixed height or width have one height or width. */
export const keepAspect: AgreeingStep = (object, names) => {
  const { values, isFreeIn } = object
  const fitTo = (value: Json, path: readonly (string | number)[], first: Sides): Json => {
    const own = sidesOf(value)
    if (!own || !isJsonObject(value) || !isFreeIn(...path, 'height')) return value
    const height = Math.max(1, Math.round((own.width * first.height) / first.width))
    return { ...value, height: typeof value.height === 'string' ? String(height) : height }
  }
  const forms = [...names].flatMap(([name, { snake }]) =>
    formName.test(snake) && sidesOf(values.get(name)) ? [name] : [],
  )
  const first = sidesOf(values.get(forms[0] ?? ''))
  if (first) for (const name of forms.slice(1)) values.set(name, fitTo(values.get(name) ?? null, [name], first))
  sortFiles(object, forms)
  for (const { name, snake } of names.values()) {
    const list = values.get(name)
    if (!formsName.test(snake) || !isJsonArray(list)) continue
    const shown = list.map(sidesOf).find((sides) => sides !== undefined)
    if (shown)
      values.set(
        name,
        list.map((item, index) => fitTo(item, [name, index], shown)),
      )
  }
}

const fileSizeName = /^(file_?)?size(_?in_?bytes)?$|^bytes$/

/** The larger a picture or a film is, the larger is its file. */
const sortFiles = ({ values, isFreeIn, readName }: Agreeable, forms: readonly string[]): void => {
  const files = forms.flatMap((name) => {
    const [form, sides] = [values.get(name), sidesOf(values.get(name))]
    if (!sides || !isJsonObject(form)) return []
    const inner = Object.keys(form).find((one) => fileSizeName.test(readName(one).snake))
    const size = inner === undefined ? undefined : form[inner]
    if (inner === undefined || typeof size !== 'number' || !isFreeIn(name, inner)) return []
    return [{ name, inner, form, size, area: sides.width * sides.height }]
  })
  const sizes = files.map(({ size }) => size).sort((one, other) => one - other)
  const order = [...files].sort((one, other) => one.area - other.area)
  for (const [index, { name, inner, form }] of order.entries())
    values.set(name, { ...form, [inner]: sizes[index] ?? 0 })
}

const factors = [/^(number_of_|num_)?replicas(_?count)?$/, /^(number_of_|num_)?shards(_?count)?$/] as const

export const machinesName = /^(number_of_|num_)?(pods|nodes)(_?count)?$/

/** Each part of an index is on as many machines as there are copies. */
export const multiplyReplicas: AgreeingStep = (object, names) => {
  const found = factors.flatMap((factor) => findName(names, (_, { snake }) => factor.test(snake)) ?? [])
  const [replicas, shards] = numbersOf(object, found)
  if (replicas === undefined || shards === undefined) return
  for (const { name, snake } of names.values())
    if (machinesName.test(snake) && typeof object.values.get(name) === 'number' && object.isFree(name))
      object.values.set(name, replicas * shards)
}
