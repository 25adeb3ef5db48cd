/**
 * What a project gets from the file that `standin types` writes: names and records are checked by TypeScript. Without the file,
 * everything is allowed.
 */
import { beforeAll, expect, it } from 'vitest'
import { runStandin } from '../support/run-standin.ts'
import { typeCheckWithStandin } from './type-check.ts'

/** Lines with `// wrong` are type errors if the file is there. */
const usage = `
import { type AnySandbox, createStandin, type StandinOptions } from 'standin'
import { createClient } from 'standin/client'
import { standinTest } from 'standin/node-test'
import type { Operations, Pet } from './standin.ts'

export const options: StandinOptions = { scenario: ['slow'] }
export const others: StandinOptions = {
  scenario: ['slwo'], // wrong
}

const standin = await createStandin()
await standin.sandbox({ scenario: 'slow, flaky' })
await standin.sandbox({ scenario: 'slwo' }) // wrong

const use = async (sandbox: AnySandbox): Promise<Pet> => {
  await sandbox.records('pets').put([{ id: 1, name: 'Rex', categoryId: 1, status: 'sold' }])
  await sandbox.records('pets').put([{ id: 1, name: 'Rex', categoryId: 1, status: 'gone' }]) // wrong
  await sandbox.records('pets').add({ nmae: 'Rex' }) // wrong
  await sandbox.records('petz').list() // wrong
  await sandbox.records<{ readonly id: number }>('planets').put([{ id: 3 }])
  await sandbox.scenario('unauthorized')
  await sandbox.scenario('unauthorzed') // wrong
  await sandbox.scenario(null)
  await sandbox.exchanges.await({ operation: 'createPet' })
  await sandbox.exchanges.await({ operation: 'createPets' }) // wrong
  return sandbox.records('pets').get(1)
}

standinTest()('has them too', async ({ sandbox }) => {
  const body: Operations['createPet']['request'] = { name: 'Rex', categoryId: 1 }
  const pet: Operations['createPet']['responses'][201] = await sandbox.records('pets').add(body)
  const { name }: Pet = pet
  await sandbox.records('messages').get(name.length)
  await sandbox.records('message').get(1) // wrong
  await use(sandbox)
})

await use(await createClient().sandbox())
`

const wrong = usage.split('\n').flatMap((line, index) => (line.endsWith('// wrong') ? [index + 1] : []))

let types = ''
beforeAll(async () => {
  types = (await runStandin('types', 'spec')).stdout
})

const linesOf = (errors: readonly string[]): readonly number[] => [
  ...new Set(errors.map((error) => Number(/^use\.ts:(\d+)/.exec(error)?.[1]))),
]

it('a wrong name and a wrong record are type errors, and nothing else is', async () => {
  const errors = await typeCheckWithStandin({ 'standin.ts': types, 'use.ts': usage })
  expect(wrong).toHaveLength(8)
  expect(linesOf(errors), errors.join('\n')).toEqual(wrong)
}, 240_000)

it('without the file, every name is accepted', async () => {
  const registered = /declare module 'standin' \{[\s\S]*?\n\}\n/
  expect(types).toMatch(registered)
  const errors = await typeCheckWithStandin({ 'standin.ts': types.replace(registered, ''), 'use.ts': usage })
  // Records have any type, so what is read of them must be converted.
  const converted = errors.filter((error) => !error.includes("is missing the following properties from type 'NewPet'"))
  expect(
    linesOf(converted).filter((line) => wrong.includes(line)),
    errors.join('\n'),
  ).toEqual([])
}, 240_000)
