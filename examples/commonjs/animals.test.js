/**
 * A CommonJS project. `require` gives the same module as `import`, on every supported version of Node.
 */
const assert = require('node:assert/strict')
const { after, before, test } = require('node:test')
const { ControlError, createStandin } = require('standin')

let standin
before(async () => {
  standin = await createStandin({ port: 0 })
})
after(() => standin.close())

test('lists the animals', async () => {
  const sandbox = await standin.sandbox()
  const response = await fetch(`${sandbox.url}/v1/pets?limit=2`, { headers: sandbox.headers })
  assert.equal((await response.json()).length, 2)
  await sandbox.delete()
})

test('rejects a record that breaks its schema', async () => {
  const sandbox = await standin.sandbox()
  await assert.rejects(sandbox.records('pets').add({ name: 7 }), ControlError)
  await sandbox.delete()
})

test('loads the same module as import', async () => {
  assert.equal((await import('standin')).createStandin, createStandin)
})
