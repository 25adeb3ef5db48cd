/**
 * Makes the names of a file in one object agree: they are of one file, and end as its media type says.
 */
import type { Json } from '../../ports.ts'

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
])

const fileName = /^([a-z]+(?:-[a-z]+)*)\.(pdf|png|csv|txt)$/

/** `names`: the properties in snake case. */
export const agreeFiles = (
  values: Map<string, Json>,
  isFree: (name: string) => boolean,
  names: ReadonlyMap<string, string>,
): void => {
  const files = [...names.keys()].filter((name) => isFree(name) && fileName.test(String(values.get(name))))
  const [first] = files
  if (first === undefined) return
  const [, stem = '', usual = ''] = fileName.exec(String(values.get(first))) ?? []
  const type = [...names].find(([, snake]) => /(mime|content|media)(_?type)?$/.test(snake))?.[0]
  const extension = (type !== undefined && extensions.get(String(values.get(type)))) || usual
  for (const name of files) values.set(name, `${stem}.${extension}`)
}
