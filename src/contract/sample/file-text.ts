/**
 * Names, extensions and media types of files: those that the record names, otherwise those of what the words around them are about.
 */
import { anyOf, isAbout, says } from './about.ts'
import type { ScalarContext, WriteText } from './record-subject.ts'
import { words } from './words.ts'

const usualExtensions: Readonly<Record<string, string>> = { image: 'png', video: 'mp4', audio: 'mp3', document: 'pdf' }

/** The extension of files that the record is about, as far as its enums or its name say that. */
const extensionOf = ({ facts }: ScalarContext): string | undefined => {
  const extension = facts?.get('extension')
  return extension === undefined || extension === 'other' ? usualExtensions[facts?.get('media') ?? ''] : extension
}

const usualMediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
}
const mediaTypeOf = (context: ScalarContext): string | undefined => usualMediaTypes[extensionOf(context) ?? '']

/** `logo_file` is a picture. */
export const fileName: WriteText = (context) => {
  const extension = fileExtension(context)
  const stem = isForPrograms.test(extension) ? context.random.pick(words.nouns) : context.random.pick(words.titles)
  return `${stem.toLowerCase().replaceAll(' ', '-')}.${extension}`
}

/** Only people write documents that have a title. */
const isForPrograms = /^(yaml|log|pem|zip)$/

/** That of a document, if the words around it say nothing else. */
export const fileExtension = (context: ScalarContext): string =>
  extensionOf(context) ??
  extensions.find(([pattern]) => isAbout(context, pattern))?.[1] ??
  described.find(([pattern]) => says(context, pattern))?.[1] ??
  context.random.pick(['pdf', 'txt'])

const extensions: readonly (readonly [RegExp, string])[] = [
  [
    /image|photo|picture|thumb|avatar|logo|icon|screenshot|sticker|emoji|badge|banner|poster|graphic|wallpaper|backdrop|artwork|painting|illustration|backgrounds?(?!_(check|job|task|process|info|stor|report|audio|sound|music|video))/,
    'png',
  ],
  [anyOf('video movie clip film'), 'mp4'],
  [anyOf('audio song track sound voice music recording podcast'), 'mp3'],
  [anyOf('csv spreadsheet bulk'), 'csv'],
  [anyOf('certificate cert pem'), 'pem'],
  [anyOf('log'), 'log'],
  [anyOf('archive backup artifact bundle'), 'zip'],
  // What a program reads.
  [anyOf('config configuration yaml manifest pattern filter workflow pipeline'), 'yaml'],
  // Of source code, or of a program.
  [
    anyOf(
      'code repo repository commit diff blob script snippet runner batch source scan lint annotation zone secret key build dependency target policy',
    ),
    'txt',
  ],
]

/** The audio file of an episode. */
const described: readonly (readonly [RegExp, string])[] = [
  [/\b(audio|sound|music|mp3)\b[\w ]{0,20}\bfile/i, 'mp3'],
  [/\bvideo\b[\w ]{0,20}\bfile/i, 'mp4'],
  [/\b(image|photo|picture)\b[\w ]{0,20}\bfile/i, 'png'],
  [/\bcsv\b[\w ]{0,20}\bfile/i, 'csv'],
]

/** Of the content of a file, a request or a response. */
export const mediaType: WriteText = (context) => {
  const { owner, random } = context
  if (/hook|request|integration|response|header|http|payload/i.test(owner)) return 'application/json'
  const known = mediaTypeOf(context)
  if (known !== undefined) return known
  if (/audio|music|song|track|sound|voice/i.test(owner)) return 'audio/mpeg'
  if (/video|movie|clip|film/i.test(owner)) return 'video/mp4'
  return /image|photo|picture|avatar|logo|icon/i.test(owner)
    ? 'image/png'
    : /file|document|attachment|upload|media|asset|download|artifact|blob|object/i.test(owner)
      ? random.pick(['application/pdf', 'text/plain'])
      : 'application/json'
}

/** The volume of a journal or of a sound has no file system. */
const isOfPrint = (context: ScalarContext): boolean =>
  isAbout(context, anyOf('book journal publication article sound audio trade trading')) ||
  says(context, /\b(file format|image)\b/i)

export const format: WriteText = (context) => {
  const { owner, name, random } = context
  const isPlain = /^formats?$/i.test(name)
  if (isPlain && /date|time|number|column|calculated|currency|subtitle|caption/i.test(owner)) return 'default'
  // Of a disk, its file system.
  if (
    isPlain &&
    isAbout(context, anyOf('volume disk partition block_device file_system filesystem')) &&
    !isOfPrint(context)
  )
    return random.pick(['ext4', 'xfs'])
  const known = extensionOf(context)
  if (known !== undefined) return known
  if (/image|photo|picture|thumb/i.test(owner + name)) return 'png'
  if (/video|movie|clip/i.test(owner)) return 'mp4'
  if (/audio|song|track|sound/i.test(owner)) return 'mp3'
  return !isPlain || /file|document|export|report|download|attachment|invoice|print|output/i.test(owner)
    ? random.pick(['pdf', 'json', 'csv'])
    : 'default'
}
