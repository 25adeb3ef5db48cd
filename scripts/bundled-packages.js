/**
 * The packages that esbuild and Vite bundled into dist: their licences, and a software bill of materials (CycloneDX). Packages
 * that npm installs beside Standin are not bundled and not listed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import spawn from 'cross-spawn'

/** The packages that the bundled files belong to, sorted by folder. `files` are relative to `root`. */
export const findBundledPackages = (root, files) => {
  const folders = files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  return [...new Set(folders)].sort().map((folder) => {
    const path = join(root, folder)
    const own = files.filter((file) => file.startsWith(`${folder}/`)).map((file) => join(root, file))
    return { path, files: own, manifest: JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) }
  })
}

/** The text of licences.txt. */
export const describeLicences = (bundled) => {
  const licences = bundled.map(({ path, files, manifest }) => {
    const names = readdirSync(path)
    const licence = names.find((name) => /^licen[cs]e/i.test(name))
    // A notice must be passed on (Apache-2.0, section 4), and a bundle has the licences of its own packages beside it.
    const notices = names.filter((name) => /^notice/i.test(name)).map((name) => join(path, name))
    const inner = files.map((file) => `${file}.LICENSE.txt`).filter((file) => existsSync(file))
    const contents = [...(licence === undefined ? [] : [join(path, licence)]), ...notices, ...inner].map(readTrimmed)
    const all = licence === undefined ? [summarizeLicence(manifest), ...contents] : contents
    return `${manifest.name} ${manifest.version}\n\n${all.join('\n\n')}\n`
  })
  return `Packages that are bundled into these files, each with its licence.\n\n${licences.join(`\n${'-'.repeat(80)}\n\n`)}`
}

const readTrimmed = (file) => readFileSync(file, 'utf8').trim()

/** For a package without a licence file. */
const summarizeLicence = ({ license, author, homepage }) => {
  const holder = typeof author === 'object' ? author.name : (author ?? homepage)
  return [`Licence: ${license}`, ...(holder === undefined ? [] : [`By: ${holder}`])].join('\n')
}

/**
 * The text of sbom.cdx.json: what npm knows about the lock file's packages, reduced to the bundled ones. Neither serial
 * number nor time, so that the same sources give the same file.
 */
export const describeSbom = (root, bundled) => {
  const { $schema, bomFormat, specVersion, version, metadata, components, dependencies } = readNpmSbom(root)
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const wanted = new Set(bundled.map(({ manifest }) => `${manifest.name}@${manifest.version}`))
  // npm marks them as development dependencies, which an auditor would take to mean that they are not shipped.
  const listed = components
    .filter((component) => wanted.has(component['bom-ref']))
    .map((component) => ({ ...component, properties: [] }))
  if (listed.length < wanted.size) throw new SbomError('a bundled package is not in package-lock.json; run npm install')
  const bom = {
    $schema,
    bomFormat,
    specVersion,
    version,
    metadata: { lifecycles: [{ phase: 'build' }], tools: metadata.tools, component: { ...metadata.component, name } },
    components: listed,
    dependencies: [
      { ref: metadata.component['bom-ref'], dependsOn: [...wanted].sort() },
      ...dependencies
        .filter(({ ref }) => wanted.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => wanted.has(other)) })),
    ],
  }
  return `${JSON.stringify(bom, undefined, 2)}\n`
}

class SbomError extends Error {
  name = 'SbomError'
}

const readNpmSbom = (root) => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { status, stdout, stderr } = spawn.sync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 27 })
  if (status !== 0) throw new SbomError(`npm ${args.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout)
}
