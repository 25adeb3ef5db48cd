/**
 * The values that text has under names: fields of a form, elements and attributes of XML and HTML, parameters of addresses, and
 * properties of what is nearly JSON. Everything takes linear time.
 */
import { decodeFormText, parseQuery } from '../../contract/values/query.ts'
import { holdsSecret } from '../../journal/secret-names.ts'

/** Returns what is written in place of a value. */
export type ReplaceValue = (name: string, value: string) => string

export const isForm = (type: string | undefined): boolean => /urlencoded/i.test(type ?? '')

/** The fields of a form, with other names and values. */
export const replaceFields = (
  text: string,
  replace: (name: string, value: string) => readonly [string, string],
): string => {
  const fields = parseQuery(text).pairs.map(([name, value]): [string, string] => [...replace(name, value)])
  return new URLSearchParams(fields).toString()
}

/** The same text with other values. */
export const replaceNamed = (text: string, replace: ReplaceValue): string => {
  const marked = /<[a-z!?]/i.test(text) ? replaceMarked(text, replace) : text
  return replaceProperties(replaceParameters(marked, replace), replace)
}

const parameter = /(?<![\w.~%[\]-])([\w.~%[\]-]{1,100})=([^\s&;,#"'<>(){}|\\]{1,8000})/g

/** `https://host/?token=…`, `password=…` */
const replaceParameters = (text: string, replace: ReplaceValue): string =>
  text.includes('=')
    ? text.replace(parameter, (all: string, name: string, value: string) => {
        const decoded = decodeFormText(value) ?? value
        const made = replace(decodeFormText(name) ?? name, decoded)
        if (made === decoded) return all
        return `${name}=${decoded === value ? made : encodeURIComponent(made)}`
      })
    : text

const property = /"([\w.@$-]{1,100})"\s{0,20}:\s{0,20}"((?:[^"\\]|\\.){1,8000})"/gs

/** Of JSON that is not valid as a whole: it is cut off, or in the lines of an event. */
const replaceProperties = (text: string, replace: ReplaceValue): string =>
  text.includes('":') || /"\s+:/.test(text)
    ? text.replace(property, (all: string, name: string, value: string) => {
        const read = readString(value)
        const made = replace(name, read)
        return made === read ? all : all.slice(0, -value.length - 1) + JSON.stringify(made).slice(1)
      })
    : text

const readString = (escaped: string): string => {
  try {
    const read: unknown = JSON.parse(`"${escaped}"`)
    return typeof read === 'string' ? read : escaped
  } catch {
    return escaped
  }
}

/** Elements of HTML that have no end. */
const empty: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

/** Open elements, and characters of one tag. Of more, the names are not known. */
const maxOpen = 200
const maxTag = 100_000

interface OpenElement {
  readonly tag: string
  /** What is in the element of a secret is one, in elements of its own as well: they have its name. */
  readonly name: string
  readonly isSecret: boolean
}

const replaceMarked = (text: string, replace: ReplaceValue): string => {
  const parts: string[] = []
  const open: OpenElement[] = []
  const replaceContent = (content: string, isEscaped: boolean): string => {
    const value = content.trim()
    const name = open.at(-1)?.name
    if (value === '' || name === undefined) return content
    const read = isEscaped ? unescapeMarked(value) : value
    const made = replace(name, read)
    return made === read ? content : content.replace(value, () => (isEscaped ? escapeMarked(made) : made))
  }
  let at = 0
  while (at < text.length) {
    const start = text.indexOf('<', at)
    const until = start === -1 ? text.length : start
    parts.push(replaceContent(text.slice(at, until), true))
    if (start === -1) break
    at = endOfMarkup(text, start)
    const markup = text.slice(start, at)
    if (markup.startsWith('<![CDATA[')) {
      const end = markup.endsWith(']]>') ? -3 : undefined
      parts.push('<![CDATA[', replaceContent(markup.slice(9, end), false), end === undefined ? '' : ']]>')
      continue
    }
    const [, slash = '', tag] = /^<(\/?)([\w.:-]{1,100})/.exec(markup) ?? []
    if (tag === undefined) parts.push(markup)
    else if (slash === '/') {
      const index = open.findLastIndex((element) => element.tag === tag)
      if (index !== -1) open.length = index
      parts.push(markup)
    } else {
      const { name, written } = replaceAttributes(markup, tag, replace)
      parts.push(written)
      const parent = open.at(-1)
      const isEmpty = markup.endsWith('/>') || empty.has(tag.toLowerCase())
      if (!isEmpty && open.length < maxOpen)
        open.push(
          parent?.isSecret && !holdsSecret(name)
            ? { tag, name: parent.name, isSecret: true }
            : { tag, name, isSecret: holdsSecret(name) },
        )
    }
  }
  return parts.join('')
}

/** Where a tag, comment or section that begins at a place ends. What is none is one character. */
const endOfMarkup = (text: string, start: number): number => {
  const section = text.startsWith('<![CDATA[', start) ? ']]>' : text.startsWith('<!--', start) ? '-->' : undefined
  if (section !== undefined) {
    const end = text.indexOf(section, start)
    return end === -1 ? text.length : end + section.length
  }
  let quote: string | undefined
  for (let at = start + 1; at < Math.min(text.length, start + maxTag); at++) {
    const character = text.charAt(at)
    if (quote !== undefined) quote = character === quote ? undefined : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at + 1
    else if (character === '<') return start + 1
  }
  return start + 1
}

const attribute = /(?<![\w.:-])([\w.:-]{1,100})(\s{0,20}=\s{0,20})("[^"]*"|'[^']*'|[^\s"'>]+)/g

/** An element such as `<input name="password" value="…">` has the name of its attribute. */
const replaceAttributes = (
  markup: string,
  tag: string,
  replace: ReplaceValue,
): { readonly name: string; readonly written: string } => {
  const own = [...markup.matchAll(attribute)].find(
    ([, name = '', , value = '']) => /^(name|id|key|property)$/i.test(name) && holdsSecret(withoutQuotes(value)),
  )?.[3]
  const name = own === undefined ? withoutPrefix(tag) : withoutQuotes(own)
  const written = markup.replace(attribute, (all: string, key: string, equals: string, quoted: string) => {
    const raw = withoutQuotes(quoted)
    const read = unescapeMarked(raw)
    const made = replace(own !== undefined && /^(value|content)$/i.test(key) ? name : withoutPrefix(key), read)
    if (read === '' || made === read || /^xmlns/.test(key)) return all
    return `${key}${equals}${quoted.replace(raw, () => escapeMarked(made))}`
  })
  return { name, written }
}

const withoutQuotes = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2')

/** `soap:password` is a password. */
const withoutPrefix = (name: string): string => name.slice(name.lastIndexOf(':') + 1)

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeMarked = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? all
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })

const escapeMarked = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => {
    const [name] = Object.entries(entities).find(([, one]) => one === character) ?? []
    return name === undefined ? character : `&${name};`
  })
