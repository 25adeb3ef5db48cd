/**
 * Builds the command as CommonJS: core.cjs with what `standin serve` needs, and a chunk for everything that is loaded when it is
 * needed. One file is found, read and compiled sooner than many, and Node loads CommonJS sooner than modules. esbuild cannot split
 * CommonJS.
 */
import { isAbsolute, relative } from 'node:path'
import { rolldown } from 'rolldown'

/** Everything that these files import statically is in core.cjs. */
const core = /src[/\\]cli[/\\](run|serve)\.ts$/

/** Returns the bundled files, relative to the project. */
export const buildProgram = async (root, folder, { external, aliases, jsonAsText }) => {
  const build = await rolldown({
    cwd: root,
    input: { main: 'src/main.ts' },
    platform: 'node',
    external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: { alias: aliases },
    plugins: [{ name: 'json-as-text', load: (path) => jsonAsText(path) }],
    // depd, a package of Koa, has an eval. Core contains modules that others import when they are needed.
    checks: { eval: false, ineffectiveDynamicImport: false },
    // yargs reads files that extend others with it, which Standin does not use.
    transform: { target: 'node20.19', define: { 'import.meta.resolve': 'require.resolve' } },
  })
  const { output } = await build.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: ({ name }) => (name === 'core' ? 'core.cjs' : '[name]-[hash].cjs'),
    codeSplitting: { groups: [{ name: 'core', test: core }] },
  })
  await build.close()
  return output
    .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
    .filter((id) => isAbsolute(id))
    .map((id) => relative(root, id))
}
