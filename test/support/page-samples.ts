/**
 * The samples of a documentation page: curl commands and the responses that it shows, which tests compare.
 */
import { expect } from 'vitest'
import type { Block } from './page-blocks.ts'

/** A curl command with the response that the page shows for it. */
export interface Sample {
  readonly section: string
  readonly command: string
  readonly shown: { readonly kind: 'json' | 'http'; readonly status: number; readonly text: string } | undefined
}

/** Every curl command of the blocks, in order; only the last command of a block has a response. */
export const readSamples = (blocks: readonly Block[]): readonly Sample[] =>
  blocks.flatMap(({ section, language, text }, index) => {
    if (language !== 'sh') return []
    const commands = text.split('\n').filter((line) => line.startsWith('curl '))
    const next = blocks[index + 1]
    return commands.map((command, position) => ({
      section,
      command,
      shown: position === commands.length - 1 && next ? readShown(next) : undefined,
    }))
  })

const readShown = ({ language, label, text }: Block): Sample['shown'] => {
  const isResponse = language === 'json' || language === 'http'
  return isResponse && /^\d{3}$/.test(label) ? { kind: language, status: Number(label), text } : undefined
}

/** Values that differ from run to run are compared by name only. */
const withoutTimes = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === 'createdAt' ? 'a time' : value)))

/** Compares a response with what the page shows; without a shown response it must be a success. */
export const expectShown = async (response: Response, { command, shown }: Sample): Promise<void> => {
  const text = await response.text()
  if (!shown) expect(response.ok, `${command}\n${response.status} ${text}`).toBe(true)
  else if (shown.kind === 'http') {
    expect(response.status, text).toBe(shown.status)
    for (const line of shown.text.trim().split('\n')) {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? []
      expect(response.headers.get(name), name).toBe(value)
    }
  } else
    expect({ status: response.status, body: withoutTimes(JSON.parse(text)) }).toEqual({
      status: shown.status,
      body: withoutTimes(JSON.parse(shown.text)),
    })
}
