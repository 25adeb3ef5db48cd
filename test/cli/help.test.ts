/**
 * The help of the command and of each subcommand, the short options, and messages about unknown names.
 */
import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { textWidth } from '../../src/contract/values/text-width.ts'
import { UsageError } from '../../src/errors.ts'
import { commandNames, optionsOf } from '../../src/options/option-table.ts'
import { resolveOptions } from '../../src/options/resolve-options.ts'

const helpOf = async (args: readonly string[], width = 100): Promise<string> => {
  const parsed = await parseArguments(args, width)
  return parsed.kind === 'help' ? parsed.text : parsed.kind
}

describe('help', () => {
  for (const args of [['help'], ['--help'], ['-h'], ['help', 'help'], ['-h', '--port', '1']])
    it(`standin ${args.join(' ')} ${args.length > 2 ? 'shows the help of' : 'lists'} every command`, async () => {
      const text = await helpOf(args)
      expect(text).toBe(await helpOf(['--help']))
      for (const name of commandNames) expect(text).toContain(`  ${name} `)
    })

  for (const command of commandNames) {
    const forms = [
      ['help', command],
      [command, '--help'],
      [command, '-h'],
      ['--help', command],
      ['-h', command],
    ]
    it(`${command} has its own help, in all its forms`, async () => {
      for (const args of forms) expect(await helpOf(args), args.join(' ')).toBe(await helpOf(['help', command]))
    })

    it(`${command} shows the options that it takes and no others, and examples`, async () => {
      const text = await helpOf(['help', command])
      const shown = [...text.matchAll(/^ {2}(?:-\w, | {4})--([\w-]+)/gm)].map(([, name]) => name)
      expect(shown).toEqual([...optionsOf(command).map(([name]) => name), 'help'])
      expect(text).toContain(`Usage: standin ${command}`)
      expect(text.slice(text.indexOf('Examples:'))).toContain('  standin ')
    })

    it(`${command} shows the variable of one of its options`, async () => {
      const text = await helpOf(['help', command])
      const [, option = '', variable] = /: --([\w-]+) is (\w+)\.$/.exec(text) ?? []
      expect(optionsOf(command).map(([name]) => name)).toContain(option)
      expect(variable).toBe(`STANDIN_${option.toUpperCase().replace('-', '_')}`)
      expect(text).not.toMatch(/ $/m)
    })

    for (const width of [60, 80, 120])
      it(`${command} fits ${width} columns`, async () => {
        // A command line is not broken, so that it can be copied.
        const lines = (await helpOf(['help', command], width)).split('\n').filter((line) => !/^ {2}standin /.test(line))
        expect(lines.filter((line) => textWidth(line) > width)).toEqual([])
      })
  }

  it('the overview fits 60 columns', async () => {
    const lines = (await helpOf(['--help'], 60)).split('\n')
    expect(lines.filter((line) => textWidth(line) > 60)).toEqual([])
  })
})

describe('-h and -v', () => {
  it('-h with an address is --host, as in Prism', async () =>
    expect(await parseArguments(['mock', '-h', '0.0.0.0', '-p', '80'], 80)).toMatchObject({
      command: 'mock',
      options: { values: { host: '0.0.0.0', port: '80' } },
      defaults: { 'base-path': '/' },
    }))

  it('-v is the version, with a level it is the option of Prism', async () => {
    for (const args of [['-v'], ['--version'], ['-v', '--port', '1']])
      expect(await parseArguments(args, 80)).toEqual({ kind: 'version' })
    expect(await parseArguments(['mock', '-v', 'warn'], 80)).toMatchObject({ options: { values: { log: 'silent' } } })
  })

  it('belong to the command of exec after its dashes', async () =>
    expect(await parseArguments(['exec', '--', 'tool', '-h', '-v'], 80)).toMatchObject({
      childCommand: ['tool', '-h', '-v'],
    }))
})

describe('an unknown name', () => {
  const rows: readonly (readonly [args: readonly string[], message: string])[] = [
    [['chekc'], 'Did you mean check?'],
    [['help', 'chekc'], '"chekc" is not a command. Did you mean check?'],
    [['chekc', '--help'], '"chekc" is not a command. Did you mean check?'],
    [['hepl'], 'Did you mean help?'],
    [['check', '--explian'], 'unknown option --explian. Did you mean --explain? standin help check lists its options'],
    [
      ['check', '--port', '1'],
      'standin check has no option --port, but standin serve, standin mock, standin proxy, standin exec and standin mcp have',
    ],
    [['report', '--explain'], 'standin report has no option --explain, but standin check has'],
    [['-x'], 'unknown option -x. standin help serve lists its options'],
  ]
  for (const [args, message] of rows)
    it(`standin ${args.join(' ')}: ${message}`, async () => {
      const use = async () => {
        const parsed = await parseArguments(args, 80)
        if (parsed.kind === 'command') resolveOptions(parsed.options, {}, parsed.defaults)
      }
      await expect(use()).rejects.toThrow(UsageError)
      await expect(use()).rejects.toThrow(message)
    })
})

it('a command ignores the variable of an option that it does not take', () => {
  const values = { documents: [], values: {} }
  const environment = { STANDIN_MIN_COVERAGE: 'most' }
  expect(resolveOptions({ ...values, command: 'serve' }, environment).minCoverage).toBeUndefined()
  expect(() => resolveOptions({ ...values, command: 'exec' }, environment)).toThrow('STANDIN_MIN_COVERAGE')
})
