/**
 * Validates the manifests of deploy/kubernetes, the GitHub Action and the workflows against the published schemas: `npm run
 * manifests`. The schemas are packages that are installed in a temporary folder, because together they have 30 MB. Kubernetes
 * ignores unknown fields in its schemas, so its TypeScript types are used too, where they are errors.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

const root = join(import.meta.dirname, '..')
const packages = ['kubernetes-models@4.5.1', '@action-validator/core@0.6.0']

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
}

/** A schema that accepts a mistake is of no use: the same manifest with an unknown field must be rejected. */
const withMistake = (manifest: Manifest): object => ({ ...manifest, spec: { ...specOf(manifest), unknownField: 1 } })

const specOf = (manifest: object): object => ('spec' in manifest && manifest.spec ? manifest.spec : {})

/** After kustomize if there is one, otherwise the files as they are. */
const readManifests = (): readonly Manifest[] => {
  const folder = join(root, 'deploy/kubernetes')
  const { status, stdout } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  console.log(status === 0 ? 'manifests: as kubectl kustomize writes them' : 'manifests: as they are, without kubectl')
  if (status === 0) return parseAllDocuments(stdout).map((document) => document.toJS())
  const { resources } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
  return resources.map((name: string) => parse(readFileSync(join(folder, name), 'utf8')))
}

const moduleOf = ({ apiVersion, kind }: Manifest): string => `kubernetes-models/${apiVersion}/${kind}`

/** Messages of the compiler, one per mistake. */
const checkTypes = (folder: string, manifests: readonly (readonly [Manifest, object])[]): readonly string[] => {
  const lines = manifests.map(
    ([manifest, content], index) =>
      `import type { I${manifest.kind} as T${index} } from '${moduleOf(manifest)}'\nexport const m${index}: T${index} = ${JSON.stringify(content)}\n`,
  )
  writeFileSync(join(folder, 'manifests.ts'), lines.join(''))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, module: 'nodenext', types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manifests.ts'] }))
  const { stdout } = spawnSync(process.execPath, [compiler], { cwd: folder, encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}

const checkSchemas = (folder: string, manifests: readonly Manifest[]): readonly string[] => {
  const load = createRequire(join(folder, 'index.js'))
  return manifests.flatMap((manifest) => {
    const Model = load(moduleOf(manifest))[manifest.kind]
    try {
      new Model(manifest).validate()
      console.log(`valid: ${manifest.kind}`)
      return []
    } catch (error) {
      return [`${manifest.kind}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
}

interface ActionValidator {
  readonly validateAction: (text: string) => { readonly errors: readonly object[] }
  readonly validateWorkflow: (text: string) => { readonly errors: readonly object[] }
}

/** The schema is of 2024, and knows Node up to 20. */
const readAction = (name: string): string =>
  readFileSync(join(root, name), 'utf8').replace(/^ {2}using: node24$/m, '  using: node20')

const checkActions = (folder: string): readonly string[] => {
  const validator: ActionValidator = createRequire(join(folder, 'index.js'))('@action-validator/core')
  const workflows = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`)
  return ['action.yml', ...workflows].flatMap((name) => {
    const text = readAction(name)
    const validate = name === 'action.yml' ? validator.validateAction : validator.validateWorkflow
    if (validate(`${text}\nunknown-field: 1\n`).errors.length === 0) return [`${name}: an unknown field is not found`]
    const { errors } = validate(text)
    if (errors.length === 0) console.log(`valid: ${name}`)
    return errors.map((error) => `${name}: ${JSON.stringify(error)}`)
  })
}

const run = (folder: string): number => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')
  const install = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (install.status !== 0) return 1
  const manifests = readManifests()
  const problems = [
    ...checkTypes(
      folder,
      manifests.map((manifest) => [manifest, manifest]),
    ),
    ...checkSchemas(folder, manifests),
    ...checkActions(folder),
  ]
  const withSpec = manifests.filter((manifest) => 'spec' in manifest)
  const found = checkTypes(
    folder,
    withSpec.map((manifest) => [manifest, withMistake(manifest)]),
  )
  if (found.length !== withSpec.length)
    problems.push(`${withSpec.length} mistakes were made, ${found.length} were found`)
  for (const problem of problems) console.error(problem)
  console.log(`${manifests.length} manifests, ${problems.length} problems; ${found.length} planted mistakes found`)
  return problems.length === 0 ? 0 : 1
}

const folder = mkdtempSync(join(tmpdir(), 'standin-manifests-'))
try {
  process.exitCode = run(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
