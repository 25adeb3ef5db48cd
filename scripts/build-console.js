/**
 * Builds the console with Vite, and compresses its files: the server sends them as they are.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Returns the bundled files, relative to the project. */
export const buildConsole = async (root, folder) => {
  const { build } = await import('vite')
  const modules = []
  const collect = {
    name: 'collect-modules',
    generateBundle: (_, bundle) => {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') modules.push(...chunk.moduleIds)
    },
  }
  const configFile = join(root, 'console/vite.config.ts')
  const { NODE_ENV } = process.env
  // Vitest sets "test", and Vite would then build the development form, with the paths of this machine.
  process.env.NODE_ENV = 'production'
  await build({ configFile, logLevel: 'warn', build: { outDir: folder }, plugins: [collect] })
  // With "production", npm would leave out development dependencies.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  compress(folder)
  // A module's id can have a query, or begin with a zero byte where a plugin generated it.
  return modules.flatMap((id) => (id.startsWith('\0') ? [] : [relative(root, id.replace(/\?.*$/, ''))]))
}

const compress = (folder) => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:css|html|js|json|svg)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const content = readFileSync(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}
