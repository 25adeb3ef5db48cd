/**
 * Prepares a release: `npm run release -- 0.2.0` checks what prevents it; with `--write`, it also sets the version and the date
 * in package.json, package-lock.json and CHANGELOG.md, commits, and tags. It pushes and publishes nothing: the workflow
 * release.yml does, for the tag. `--tag v0.2.0` checks what the workflow has checked out, and writes the notes to NOTES.md.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import spawn from 'cross-spawn'
import { readArguments } from './read-arguments.ts'
import { planRelease } from './release/plan-release.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')

const run = (command: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawn.sync(command, [...args], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new TypeError(`${command} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`)
  // npm writes its warnings to stderr.
  return `${stdout}${stderr}`
}

/** What npm would upload, and what two tools say of its exports and types. */
const packageChecks = (tarball: string): readonly (readonly [name: string, command: string, ...args: string[]])[] => [
  ['npm publish --dry-run', 'npm', 'publish', '--dry-run', '--ignore-scripts', '--tag', 'check'],
  ['publint', 'npx', '--yes', 'publint@0.3', tarball, '--strict'],
  ['are-the-types-wrong', 'npx', '--yes', '@arethetypeswrong/cli@0.18', tarball, '--profile', 'node16'],
]

/** What is wrong with the package, as the tools report it. */
const checkPackage = (folder: string): readonly string[] => {
  run('npm', 'run', 'build')
  run('npm', 'pack', '--ignore-scripts', '--pack-destination', folder)
  const tarball = readdirSync(folder).map((name) => join(folder, name))[0] ?? ''
  return packageChecks(tarball).flatMap(([name, command, ...args]) => {
    try {
      const output = run(command, ...args)
      const warnings = output
        .split('\n')
        .filter((line) => /npm (?:warn|error) publish/i.test(line) && !line.includes('requires you to be logged in'))
      console.log(`${name}: ${warnings.length === 0 ? 'clean' : warnings.join('\n')}`)
      return warnings
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)]
    }
  })
}

const inTemporaryFolder = (use: (folder: string) => readonly string[]): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-release-'))
  try {
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const { values, positionals } = readArguments(import.meta.filename, {
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, tag: { type: 'string' }, package: { type: 'boolean' } },
})

const release = (): number => {
  const manifest = JSON.parse(read('package.json'))
  const version = values.tag?.replace(/^v/, '') ?? positionals[0] ?? manifest.version
  const today = new Date().toISOString().slice(0, 10)
  const tags = run('git', 'tag', '--list').split('\n')
  const plan = planRelease({
    version,
    current: manifest.version,
    tags: tags.filter((tag) => tag !== values.tag),
    changelog: read('CHANGELOG.md'),
    today,
    manifest,
  })
  const state =
    values.write && run('git', 'status', '--porcelain') !== '' ? ['there are changes that are not committed'] : []
  const problems = [
    ...plan.problems,
    ...state,
    ...(values.tag === undefined || values.package ? inTemporaryFolder(checkPackage) : []),
  ]
  for (const problem of problems) console.error(`release: ${problem}`)
  if (problems.length > 0) return 1
  if (values.tag !== undefined) writeFileSync(join(root, 'NOTES.md'), `${plan.notes}\n`)
  if (!values.write) {
    console.log(`${plan.tag} can be released${values.tag === undefined ? '; --write prepares it' : ''}`)
    return 0
  }
  writeFileSync(join(root, 'CHANGELOG.md'), plan.changelog)
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version')
  run('git', 'commit', '--all', '--message', `Release ${version}`)
  run('git', 'tag', '--annotate', plan.tag, '--message', plan.tag)
  console.log(`${plan.tag} is committed and tagged. Publish it with: git push --follow-tags`)
  return 0
}

process.exitCode = release()
