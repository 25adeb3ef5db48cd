/**
 * Makes forms of one address, file or path agree: as it is shown, as the name of the file that it leads to, as the pattern that it
 * matches, and as a host below the domain beside it.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { type Agreeable, type AgreeingStep, findText } from './agreeable.ts'

export const shownUrl = /^(display|pretty|visible|shown)_(url|uri|link)$/
const wholeUrl = /^(expanded|full|long|target|absolute|unwound)_(url|uri|link)$/

/** `display_url` is the `expanded_url` without its scheme. */
export const shortenUrl: AgreeingStep = (object, names) => {
  const [, url] = findText(object, names, wholeUrl, /^https?:\/\/\S+$/) ?? []
  if (url === undefined) return
  for (const { name, snake } of names.values())
    if (shownUrl.test(snake) && typeof object.values.get(name) === 'string' && object.isFree(name))
      object.values.set(name, url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, ''))
}

export const fileUrl =
  /^(image|photo|picture|file|src|source|href|url|link)$|^(download|content|image|file|media|public|original)_ur[il]$/
const wordsWithEnd = /\/[a-z]+-[a-z]+\.([a-z0-9]{2,4})$/

/** `image: https://…/welcome-guide.png` beside the name of the file. */
export const endUrl: AgreeingStep = (object, names) => {
  const [, file] = findText(object, names, /^(file_?)?name$/, /^[a-z]+(-[a-z]+)*\.[a-z0-9]{2,4}$/) ?? []
  if (file === undefined) return
  for (const { name, snake } of names.values()) {
    const url = object.values.get(name)
    const [, end] = fileUrl.test(snake) && typeof url === 'string' ? (wordsWithEnd.exec(url) ?? []) : []
    if (typeof url === 'string' && end !== undefined && file.endsWith(`.${end}`) && object.isFree(name))
      object.values.set(name, url.replace(wordsWithEnd, `/${file}`))
  }
}

export const patternName = /^(\w+)_(pattern|reg_?ex|reg_?exp)$/

/** `path_pattern` is one that the `path` matches. */
export const matchPattern: AgreeingStep = (object, names) => {
  for (const { name, snake } of names.values()) {
    const [, about] = patternName.exec(snake) ?? []
    const own = object.values.get(name)
    if (about === undefined || typeof own !== 'string' || !own.startsWith('^') || !object.isFree(name)) continue
    const [, text] = findText(object, names, new RegExp(`^${about}$`)) ?? []
    // What has other signs would have to be escaped.
    if (text !== undefined && /^[\w/ -]{2,60}$/.test(text)) object.values.set(name, `^${text}.*$`)
  }
}

export const languageName = /^(language|lang|locale|srclang)(_code)?$/
const ofLanguage = /\/([a-z]{2})\.[a-z]{3,4}$/

/** `language: fr` beside the documented `captions/fr.vtt`. */
export const readLanguage: AgreeingStep = (object, names) => {
  const [, path] = findText(object, names, /^(src|source|uri|url|path|file|href)$/, ofLanguage) ?? []
  const [, code] = ofLanguage.exec(path ?? '') ?? []
  if (code === undefined) return
  for (const { name, snake } of names.values())
    if (languageName.test(snake) && /^[a-z]{2}$/.test(String(object.values.get(name))) && object.isFree(name))
      object.values.set(name, code)
}

export const hostBelow =
  /^(dkim|return_?path|spf|bounce|tracking|mail|mx)(?:_pending|_revoked)?_?(host|host_?name|domain)$/
const host = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

const labels: ReadonlyMap<string, string> = new Map([
  ['dkim', 'mail._domainkey'],
  ['mail', 'mail'],
  ['mx', 'mx'],
  ['spf', 'spf'],
  ['bounce', 'bounces'],
  ['tracking', 'click'],
])

/** `dkim_host` is below the domain that it is for. */
export const nameBelow: AgreeingStep = (object, names) => {
  const [, domain] = findText(object, names, /^(name|domain(_name)?)$/, host) ?? []
  if (domain === undefined) return
  for (const { name, snake } of names.values()) {
    const [, about] = hostBelow.exec(snake) ?? []
    if (about === undefined || !host.test(String(object.values.get(name))) || !object.isFree(name)) continue
    object.values.set(name, `${labels.get(about) ?? 'pm-bounces'}.${domain}`)
  }
}

/** How the container of a file is called that ends so. */
const containers: ReadonlyMap<string, string> = new Map([
  ['mpg', 'mpeg'],
  ['m4v', 'mp4'],
  ['jpeg', 'jpg'],
])
const known = /\.(mp[34]|mpe?g|m4[av]|mov|avi|mkv|webm|wav|flac|ogg|jpe?g|png|gif|pdf|csv|json|xml)$/

export const containerName = /^(container|file_?format|input_?format)$/

/** `container: mpeg` beside `key: lasagna.mpg`. */
export const nameContainer: AgreeingStep = (object, names) => {
  const [, file] = findText(object, names, /^(key|file_?name|file_?path|input_?key)$/, known) ?? []
  const [, end] = known.exec(file ?? '') ?? []
  if (end === undefined) return
  for (const { name, snake } of names.values())
    if (containerName.test(snake) && /^[a-z0-9]{2,5}$/.test(String(object.values.get(name))) && object.isFree(name))
      object.values.set(name, containers.get(end) ?? end)
}

export const translationsName = /^(translated|localized|localised)_?(values|strings|names)$|^translations$/
const languages = ['de', 'fr', 'es', 'sv', 'it', 'en']
const languageKey = /^(language|locale|lang)(_?code)?$/

/** The language of a translation is not that of the default beside it, nor that of another one. */
export const separateLanguages: AgreeingStep = (object: Agreeable, names) => {
  const { values, isFreeIn, readName } = object
  const languageIn = (part: Json | undefined): string | undefined =>
    isJsonObject(part) ? Object.keys(part).find((key) => languageKey.test(readName(key).snake)) : undefined
  const defaults = [...names].find(
    ([name, { snake }]) => /^default_?(value|string|text|name)$/.test(snake) && isJsonObject(values.get(name)),
  )
  const main = defaults === undefined ? undefined : values.get(defaults[0])
  const key = languageIn(main)
  const first = isJsonObject(main) && key !== undefined ? main[key] : undefined
  if (typeof first !== 'string') return
  for (const { name, snake } of names.values()) {
    const items = values.get(name)
    if (!translationsName.test(snake) || !isJsonArray(items)) continue
    const taken = new Set([first.slice(0, 2)])
    const changed = items.map((item, index) => {
      const own = languageIn(item)
      const code = isJsonObject(item) && own !== undefined ? item[own] : undefined
      if (!isJsonObject(item) || own === undefined || typeof code !== 'string') return item
      const other = languages.find((one) => !taken.has(one))
      const isTaken = taken.has(code.slice(0, 2))
      taken.add(isTaken && other !== undefined ? other : code.slice(0, 2))
      return isTaken && other !== undefined && isFreeIn(name, index, own) ? { ...item, [own]: other } : item
    })
    values.set(name, changed)
  }
}
