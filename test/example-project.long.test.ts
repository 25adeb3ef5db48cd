/**
 * The example project, as a user installs it: everything from the registry except the package itself, which is the tarball.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyExample, packPackage, userEnvironment } from './support/packed-package.ts'
import { type CommandResult, runCommand, stackTrace } from './support/run-command.ts'
import { createTemporaryFolder, type TemporaryFolder } from './support/temporary-folder.ts'

interface SuiteReport {
  readonly numTotalTests: number
  readonly numPassedTests: number
  readonly testResults: readonly { readonly name: string; readonly status: string }[]
}

/** Only a test that hangs takes that long, also on a busy machine. */
const patience = '--testTimeout=180000'

let workshop: TemporaryFolder | undefined

const pathOf = (...names: readonly string[]): string => join(workshop?.path ?? '', ...names)

const npm = (...args: readonly string[]): Promise<CommandResult> =>
  runCommand('npm', args, {
    folder: pathOf('example'),
    environment: { ...userEnvironment, npm_config_offline: undefined },
  })

describe('examples/animal-store-client', () => {
  beforeAll(async () => {
    workshop = await createTemporaryFolder()
    const tarball = await packPackage(workshop.path)
    await copyExample('animal-store-client', pathOf('example'))
    const options = ['--save-dev', '--prefer-offline', '--no-audit', '--no-fund']
    const { code, stdout, stderr } = await npm('install', tarball, ...options)
    expect(code, `${stdout}\n${stderr}`).toBe(0)
  }, 300_000)

  afterAll(() => workshop?.remove())

  it('compiles', async () => {
    expect(await npm('run', 'typecheck', '--silent')).toMatchObject({ code: 0, stdout: '' })
  })

  it('has the types that MSW has for each kind of module', async () => {
    const use = `
      import { setupServer } from 'msw/node'
      import { handlers } from 'standin/msw'
      setupServer().use(...handlers({ url: 'http://127.0.0.1:4010', key: 'any' }, { addKey: true }))
      // @ts-expect-error: a key is a string
      handlers({ url: 'http://127.0.0.1:4010', key: 1 })
    `
    const compilerOptions = {
      strict: true,
      target: 'ES2023',
      lib: ['ES2023', 'ESNext.Disposable', 'DOM', 'DOM.Iterable'],
      module: 'NodeNext',
      types: ['node'],
      noEmit: true,
      // The types of MSW are checked by itself.
      skipLibCheck: true,
    }
    await mkdir(pathOf('example/modules'))
    await writeFile(pathOf('example/modules/use.mts'), use)
    await writeFile(pathOf('example/modules/use.cts'), use)
    await writeFile(
      pathOf('example/modules/tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['use.mts', 'use.cts'] }),
    )
    expect(await npm('exec', '--', 'tsc', '-p', 'modules')).toMatchObject({ code: 0, stdout: '' })
  })

  describe('under standin exec', () => {
    const exec = async (options: readonly string[], command: readonly string[]): Promise<CommandResult> => {
      // npm, vitest and the server share a process group of their own, so that remaining processes can be found.
      const args = ['exec', '--', 'standin', 'exec', ...options, '--', ...command]
      return await npm(...args)
    }
    const one = ['npm', 'test', '--', '--project', 'http', 'test/http/animals.test.ts', patience]
    const rows: readonly {
      readonly name: string
      readonly options: readonly string[]
      readonly command: readonly string[]
      readonly code: number
      readonly says: readonly RegExp[]
    }[] = [
      { name: 'a command that crashes', options: [], command: ['sh', '-c', 'kill -SEGV $$'], code: 139, says: [] },
      {
        name: 'a missing command',
        options: [],
        command: ['no-such-command'],
        code: 127,
        says: [/no-such-command/],
      },
      { name: 'a gate that fails', options: ['--min-coverage', '100'], command: one, code: 1, says: [/100/] },
    ]
    for (const { name, options, command, code, says } of rows)
      it(`${name} ends with ${code}`, async () => {
        const result = await exec(options, command)
        expect(result.code, `${result.stdout}\n${result.stderr}`).toBe(code)
        for (const said of says) expect(result.stderr).toMatch(said)
        expect(result.stderr).not.toMatch(stackTrace)
      })

    it('npm run test:exec passes its tests, over HTTP and with MSW, and its gate', async () => {
      const options = ['--', '--', '--reporter=json', '--outputFile=report.json', patience]
      const { code, stdout, stderr } = await npm('run', 'test:exec', ...options)
      expect(code, `${stdout}\n${stderr}`).toBe(0)
      const report: SuiteReport = JSON.parse(await readFile(pathOf('example', 'report.json'), 'utf8'))
      expect(report.numPassedTests).toBe(report.numTotalTests)
      const passed = report.testResults.filter(({ status }) => status === 'passed').map(({ name }) => name)
      for (const suite of ['test/http/', 'test/component/'])
        expect(passed.filter((name) => name.includes(suite)).length, suite).toBeGreaterThan(1)
      expect(stderr).toMatch(/documented operation\/status pairs covered/)
      expect(stderr).toMatch(/no issues/)
    })
  })

  it('fails a test whose page hides a request for something that does not exist', async () => {
    const client = pathOf('example', 'src/animal-store.ts')
    await writeFile(client, (await readFile(client, 'utf8')).replace('/pets?', '/animals?'))
    const { code, stdout, stderr } = await npm('test', '--', '--project', 'component', '-t', 'keeps the name', patience)
    expect(code).toBe(1)
    expect(stdout + stderr).toMatch(/GET \S*\/v1\/animals → 404, unmatched/)
  })
})
