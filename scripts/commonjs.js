/**
 * The CommonJS side of the package: what `require` loads; declare-types.js writes its types. All state and all classes are those
 * of the ES modules, so that a program which uses both has one of each.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Entries that Node loads as ES modules. Jest has a module system of its own, which cannot require ES modules before Node 24.9;
 * so the loader uses Node's, which it finds in the context that Node itself runs in.
 */
const loaded = ['client/remote/client', 'index', 'testing/node-test', 'testing/playwright', 'testing/vitest']

/** Entries that are small, and need what the test runner gives its modules. They are bundled as CommonJS. */
const bundled = ['testing/jest', 'testing/msw']

/** The entries of the package that can be required. */
export const commonjsEntries = [...loaded, ...bundled]

const loaderOf = (name) => `'use strict'
// Node loads the ES module, also where a test runner has its own require. There is no second copy of it.
const { runInThisContext } = require('node:vm')
module.exports = runInThisContext('process').getBuiltinModule('node:module').createRequire(__filename)('./${name}.js')
`

/** Writes NAME.cjs beside the NAME.js of each entry. */
export const buildCommonjs = async ({ root, folder, bundler, external }) => {
  for (const entry of loaded) writeFileSync(join(folder, `${entry}.cjs`), loaderOf(entry.split('/').at(-1)))
  await bundler.build({
    absWorkingDir: root,
    entryPoints: bundled.map((entry) => `src/${entry}.ts`),
    outbase: 'src',
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    external,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    define: { 'import.meta.url': '__filename' },
    logLevel: 'warning',
  })
}
