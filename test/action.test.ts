/**
 * The GitHub Action, run as the runner runs it: inputs as variables, and files for outputs, variables, state and summary.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { call } from './support/client.ts'
import { projectFolder, runCommand } from './support/run-command.ts'
import { createTemporaryFolder } from './support/temporary-folder.ts'

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly outputs: Readonly<Record<string, object>>
  readonly runs: { readonly main: string; readonly post: string }
}

const action: Action = parse(readFileSync(join(projectFolder, 'action.yml'), 'utf8'))

const channels = ['OUTPUT', 'ENV', 'STATE', 'STEP_SUMMARY'] as const

/** The values of a file with lines `name<<delimiter`, as the runner reads them. */
const readValues = (file: string): Readonly<Record<string, string>> => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const found = [...text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm)]
  return Object.fromEntries(found.map(([, name = '', , value = '']) => [name, value]))
}

/** A job with a project that has Standin installed. `workspace`: the folder in it in which Standin runs. */
const createJob = async (inputs: Readonly<Record<string, string>>, workspace = '') => {
  const folder = await createTemporaryFolder(Object.fromEntries(channels.map((name) => [`runner/${name}`, ''])))
  const project = join(folder.path, 'project')
  await mkdir(join(project, 'node_modules'), { recursive: true })
  await mkdir(join(project, workspace), { recursive: true })
  await symlink(projectFolder, join(project, 'node_modules/standin'))
  const fileOf = (name: (typeof channels)[number]): string => join(folder.path, 'runner', name)
  const defaults = Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, value])
  const given = { ...Object.fromEntries(defaults), ...inputs, 'working-directory': join(project, workspace) }
  const environment = {
    ...Object.fromEntries(channels.map((name) => [`GITHUB_${name}`, fileOf(name)])),
    ...Object.fromEntries(Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    RUNNER_TEMP: join(folder.path, 'runner'),
    STANDIN_URL: undefined,
    STANDIN_KEY: undefined,
  }
  const step = (script: string, state: Readonly<Record<string, string>> = {}) =>
    runCommand('node', [join(projectFolder, script)], { folder: project, environment: { ...environment, ...state } })
  return {
    start: () => step(action.runs.main),
    finish: () => {
      const state = Object.entries(readValues(fileOf('STATE'))).map(([name, value]) => [`STATE_${name}`, value])
      return step(action.runs.post, Object.fromEntries(state))
    },
    values: (name: (typeof channels)[number]) => readValues(fileOf(name)),
    summary: () => readFileSync(fileOf('STEP_SUMMARY'), 'utf8'),
    [Symbol.asyncDispose]: folder.remove,
  }
}

const commandsIn = (stdout: string): readonly string[] =>
  stdout
    .replace(/::stop-commands::(\S+)\n[\s\S]*?\n::\1::/g, '')
    .split('\n')
    .filter((line) => line.startsWith('::'))

describe('the action', () => {
  it('serves between its steps, and reports a gate that fails as annotations, summary and exit code', async () => {
    await using job = await createJob({ 'fail-on': 'invalid,unmatched', options: '--fixtures demo\n--any-key' })
    expect(await job.start()).toMatchObject({ code: 0, stderr: '' })
    const { url = '', key = '', documents = '', report = '' } = job.values('OUTPUT')
    expect(job.values('ENV')).toEqual({
      STANDIN_URL: url,
      STANDIN_KEY: key,
      ANIMAL_STORE_URL: `${url}/v1`,
      MESSAGES_URL: url,
    })
    expect(JSON.parse(documents)).toEqual({ ANIMAL_STORE_URL: `${url}/v1`, MESSAGES_URL: url })
    expect((await call(`${url}/v1/pets`, { key })).status).toBe(200)
    expect((await call(`${url}/v1/pets`, { key, body: { name: '::error::x' } })).status).toBe(400)
    const { code, stdout } = await job.finish()
    expect(code).toBe(1)
    expect(commandsIn(stdout)).toEqual([
      '::error title=Standin --fail-on invalid::POST /v1/pets → 400: body.categoryId is required: a 64-bit integer',
    ])
    expect(job.summary()).toMatch(/^# Standin\n\n## Coverage: [\d.]+ %/)
    expect(job.summary()).toContain('| --fail-on invalid | **failed** |')
    expect(job.summary()).toContain('<details><summary>Output</summary>')
    expect(JSON.parse(readFileSync(report, 'utf8')).summary.covered).toBeGreaterThan(0)
    await expect(call(url)).rejects.toThrow()
  })

  it('lets a job pass that fails no gate', async () => {
    await using job = await createJob({ documents: join(projectFolder, 'spec/messages.yaml') })
    expect((await job.start()).code).toBe(0)
    expect(job.values('ENV')).not.toHaveProperty('ANIMAL_STORE_URL')
    const { code, stdout } = await job.finish()
    expect({ code, commands: commandsIn(stdout) }).toEqual({ code: 0, commands: [] })
  })

  it('runs what is installed for all packages of a workspace', async () => {
    // npm cannot install this.
    await using job = await createJob({ package: 'file:missing' }, 'packages/shop')
    expect(await job.start()).toMatchObject({ code: 0, stderr: '' })
    expect((await job.finish()).code).toBe(0)
  })

  it('fails with the reason if the server does not start', async () => {
    await using job = await createJob({ documents: 'missing.yaml' })
    const { code, stdout } = await job.start()
    expect(code).toBe(1)
    expect(stdout).toContain('missing.yaml')
    expect(commandsIn(stdout)).toEqual(['::error title=Standin does not start::see the output of this step'])
    expect((await job.finish()).code).toBe(0)
  })
})

describe('action.yml', () => {
  const scripts = ['start.js', 'finish.js', 'workflow.js'].map((name) =>
    readFileSync(join(projectFolder, 'action', name), 'utf8'),
  )
  const textOf = (pattern: RegExp) => [
    ...new Set(scripts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name))),
  ]

  it('declares the inputs that are read and the outputs that are set', () => {
    const gates = ['fail-on', 'min-coverage']
    const read = textOf(/read(?:Input|Lines)\('([\w-]+)'\)/g)
    expect([...read, ...gates].sort()).toEqual(Object.keys(action.inputs).sort())
    expect(textOf(/setOutput\('([\w-]+)'/g).sort()).toEqual(Object.keys(action.outputs).sort())
  })

  it('is described in docs/ci.md', () => {
    const page = readFileSync(join(projectFolder, 'docs/ci.md'), 'utf8')
    for (const name of [...Object.keys(action.inputs), ...Object.keys(action.outputs)])
      expect(page).toContain(`\`${name}\``)
  })
})
