/**
 * What `npm run matrix` tries of the installed package: import and require, records in memory and in a folder, responses of
 * Prism, and the command.
 */
import type { ManagerName } from './trials.ts'

/** Prints the version of Node. */
export const smoke = `
import assert from 'node:assert'
import { createRequire } from 'node:module'
import { createStandin } from 'standin'

const headers = { authorization: 'Bearer sandbox-key', 'content-type': 'application/json' }
const create = (url) => fetch(url + '/v1/pets', { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' })

for (const options of [{}, { data: 'records' }]) {
  const standin = await createStandin({ port: 0, ...options })
  assert.equal((await (await create(standin.url)).json()).id, 31)
  await standin.close()
}
const again = await createStandin({ port: 0, data: 'records' })
assert.equal((await (await create(again.url)).json()).id, 32)
await again.close()

const required = await createRequire(import.meta.url)('standin').createStandin({ port: 0 })
assert.equal((await create(required.url)).status, 201)
await required.close()
console.log(process.versions.node)
`

const request =
  "fetch(process.env.ANIMAL_STORE_URL + '/pets/1', { headers: { authorization: 'Bearer ' + process.env.STANDIN_KEY } }).then(({ status }) => console.log(status))"

/** `standin exec` with a request. */
export const smokeCommand = (manager: ManagerName): readonly string[] => {
  const exec = ['exec', '--fail-on', 'invalid,unmatched', '--', 'node', '-e', request]
  return manager === 'yarn 4'
    ? ['npx', '--yes', '@yarnpkg/cli-dist@4', 'standin', ...exec]
    : ['node_modules/.bin/standin', ...exec]
}
