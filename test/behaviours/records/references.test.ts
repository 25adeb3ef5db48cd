/**
 * References between records: those of generated and of created records name records that exist, in whatever way a document
 * writes them. What a client sends stays.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const collection = (path: string, record: object, sent: object = object({ label: text }), id: object = text) => ({
  [path]: {
    parameters: parametersOf(path),
    get: { responses: { 200: response(arrayOf(record)) } },
    post: { requestBody: requestBody(sent), responses: { 201: response(record) } },
  },
  [`${path}/{id}`]: {
    parameters: [...parametersOf(path), pathParameter('id', id)],
    get: { responses: { 200: response(record) } },
    delete: { responses: { 204: { description: 'gone' } } },
  },
})

const parametersOf = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name, text))

const uuid = { type: 'string', format: 'uuid' }
const user = object({ id: text, name: text, email: text }, ['id', 'name', 'email'])

/** Tasks and users; `held` is the property of a task. */
const describeTasks = (held: object, sent?: object) => {
  const task = object({ id: integer, label: text, ...held }, ['id', 'label', ...Object.keys(held)])
  return openApi({
    paths: {
      ...collection('/tasks', task, sent, integer),
      ...collection('/users', user),
      ...collection('/team-roles', object({ code: text, label: text }, ['code', 'label'])),
    },
    components: { schemas: { User: user } },
  })
}

it('a name that people read does not refer to a record, whatever its description mentions', async () => {
  const named = { ...text, description: 'Unique identifier for it.' }
  const paths = {
    ...collection('/names', object({ id: text, label: text }, ['id', 'label'])),
    ...collection('/tasks', object({ id: text, displayName: named }, ['id', 'displayName'])),
  }
  await using api = await serveFiles({ 'tasks.json': openApi({ paths }) }, { generate: 4 })
  const tasks = (await api.call('/tasks')).json as readonly Values[]
  expect(tasks).toHaveLength(4)
  for (const { displayName } of tasks) expect(displayName).toMatch(/^[A-Z][a-z]+ [a-z]+$/)
})

it('the key of a label in a language does not refer to that language', async () => {
  const labels = object({ localeCode: text }, ['localeCode'])
  const paths = {
    ...collection('/locales', object({ code: text, label: text }, ['code', 'label'])),
    ...collection('/tasks', object({ id: text, labels }, ['id', 'labels'])),
  }
  await using api = await serveFiles({ 'tasks.json': openApi({ paths }) }, { generate: 4 })
  const tasks = (await api.call('/tasks')).json as readonly Values[]
  expect(tasks).toHaveLength(4)
  for (const { labels: own } of tasks) expect((own as Values).localeCode).toMatch(/^[A-Z][a-z]+ [a-z]+$/)
})

type Values = Readonly<Record<string, unknown>>
type Read = (value: Values) => readonly unknown[]

const rows: readonly (readonly [name: string, held: object, target: string, read: Read])[] = [
  ['camel case', { userId: text }, 'users', ({ userId }) => [userId]],
  ['snake case', { user_id: text }, 'users', ({ user_id }) => [user_id]],
  ['one word', { userid: text }, 'users', ({ userid }) => [userid]],
  ['the id first', { idUser: text }, 'users', ({ idUser }) => [idUser]],
  ['more words', { lastReviewingUserId: text }, 'users', (value) => [value.lastReviewingUserId]],
  ['what a person does', { assigneeId: text }, 'users', ({ assigneeId }) => [assigneeId]],
  ['a list', { userIds: arrayOf(text) }, 'users', ({ userIds }) => userIds as readonly unknown[]],
  ['an object', { owner: object({ id: text, name: text }, ['id']) }, 'users', ({ owner }) => [(owner as Values).id]],
  [
    'an object with the schema of the other record',
    { checkedOutTo: { $ref: '#/components/schemas/User' } },
    'users',
    (value) => [(value.checkedOutTo as Values).id],
  ],
  [
    'objects in a list',
    { steps: { ...arrayOf(object({ userId: text }, ['userId'])), minItems: 2 } },
    'users',
    ({ steps }) => (steps as readonly Values[]).map(({ userId }) => userId),
  ],
  ['an id or an object', { user: { anyOf: [text, user] } }, 'users', (value) => [value.user]],
  ['a described id', { user: { ...text, description: 'The ID of the user' } }, 'users', (value) => [value.user]],
]

describe('a generated record names existing records:', () => {
  for (const [name, held, target, read] of rows)
    it(name, async () => {
      await using api = await serveFiles({ 'tasks.json': describeTasks(held) }, { generate: 4 })
      const ids = ((await api.call(`/${target}`)).json as readonly Values[]).map(({ id }) => id)
      const tasks = (await api.call('/tasks')).json as readonly Values[]
      expect([ids.length, tasks.length]).toEqual([4, 4])
      const named = tasks.flatMap(read)
      expect(named.length).toBeGreaterThanOrEqual(4)
      for (const id of named) expect(ids).toContain(id)
      expect(new Set(named).size, 'they are distributed').toBeGreaterThan(2)
    })

  it('but its own id is not one, although it has the name of another resource', async () => {
    const profile = object({ userId: text, label: text }, ['userId', 'label'])
    const paths = {
      ...collection('/users', user),
      '/profiles': {
        get: { responses: { 200: response(arrayOf(profile)) } },
        post: { requestBody: requestBody(object({ label: text })), responses: { 201: response(profile) } },
      },
      '/profiles/{userId}': {
        parameters: [pathParameter('userId', text)],
        get: { responses: { 200: response(profile) } },
      },
    }
    await using api = await serveFiles({ 'profiles.json': openApi({ paths }) }, { generate: 4 })
    const profiles = (await api.call('/profiles')).json as readonly Values[]
    expect(new Set(profiles.map(({ userId }) => userId)).size).toBe(4)
    for (const { userId, label } of profiles)
      expect((await api.call(`/profiles/${userId}`)).json).toMatchObject({ userId, label })
  })

  it('a list has each of them once', async () => {
    const held = { userIds: { ...arrayOf(text), minItems: 2 } }
    await using api = await serveFiles({ 'tasks.json': describeTasks(held) }, { generate: 4 })
    for (const { userIds } of (await api.call('/tasks')).json as readonly { userIds: readonly string[] }[])
      expect(new Set(userIds).size).toBe(userIds.length)
  })

  it('two references to one resource name two records', async () => {
    const held = { senderUserId: text, receiverUserId: text }
    await using api = await serveFiles({ 'tasks.json': describeTasks(held) }, { generate: 4 })
    for (const { senderUserId, receiverUserId } of (await api.call('/tasks')).json as readonly Values[])
      expect(senderUserId).not.toBe(receiverUserId)
  })

  it('a copy of another record has its values', async () => {
    const held = { owner: object({ id: text, name: text }, ['id', 'name']) }
    await using api = await serveFiles({ 'tasks.json': describeTasks(held) }, { generate: 3 })
    const users = (await api.call('/users')).json as readonly Values[]
    for (const { owner } of (await api.call('/tasks')).json as readonly { owner: Values }[])
      expect(users.find(({ id }) => id === owner.id)).toMatchObject(owner)
  })

  it('also beside the copy', async () => {
    const held = { owner: object({ id: text, name: text }, ['id', 'name']), owner_name: text }
    await using api = await serveFiles({ 'tasks.json': describeTasks(held) }, { generate: 3 })
    const tasks = (await api.call('/tasks')).json as readonly { readonly owner: Values; readonly owner_name: string }[]
    expect(new Set(tasks.map(({ owner }) => owner.id)).size).toBe(3)
    for (const { owner, owner_name } of tasks) expect(owner_name).toBe(owner.name)
  })

  it('also under a name that only the copy has', async () => {
    const person = object({ id: text, firstName: text, lastName: text }, ['id', 'firstName', 'lastName'])
    const address = object({ lastName: text }, ['lastName'])
    const copy = object({ id: text, firstName: text, lastName: text, displayName: text, email: text, address }, [
      ...['id', 'firstName', 'lastName', 'displayName', 'email', 'address'],
    ])
    const task = object({ id: integer, owner: copy }, ['id', 'owner'])
    const paths = { ...collection('/tasks', task, object({}), integer), ...collection('/users', person) }
    await using api = await serveFiles({ 'tasks.json': openApi({ paths }) }, { generate: 4 })
    for (const { owner } of (await api.call('/tasks')).json as readonly { readonly owner: Values }[]) {
      expect(owner.displayName).toBe(`${owner.firstName} ${owner.lastName}`)
      expect(owner.email).toBe(`${owner.firstName}.${owner.lastName}@example.com`.toLowerCase())
      expect(owner.address).toEqual({ lastName: owner.lastName })
    }
  })

  it('a part names the record that it is in', async () => {
    const line = object({ orderId: integer, count: integer }, ['orderId', 'count'])
    const order = object({ id: integer, lines: { type: 'array', items: line, minItems: 2 } }, ['id', 'lines'])
    const paths = collection('/orders', order, object({}), integer)
    await using api = await serveFiles({ 'orders.json': openApi({ paths }) }, { generate: 3 })
    for (const { id, lines } of (await api.call('/orders')).json as readonly { id: number; lines: Values[] }[])
      expect(lines.map(({ orderId }) => orderId)).toEqual(lines.map(() => id))
  })

  it('the members of a record belong to it, also those that are copies', async () => {
    const member = object({ id: integer, projectId: integer }, ['id', 'projectId'])
    const members = { type: 'array', items: member, minItems: 2 }
    const project = object({ id: integer, _id: integer, members }, ['id', '_id', 'members'])
    const paths = {
      ...collection('/projects', project, object({}), integer),
      ...collection('/members', member, object({}), integer),
    }
    await using api = await serveFiles({ 'projects.json': openApi({ paths }) }, { generate: 3 })
    type Project = { readonly id: number; readonly _id: number; readonly members: readonly Values[] }
    for (const { id, _id, members: own } of (await api.call('/projects')).json as readonly Project[]) {
      expect(own.map(({ projectId }) => projectId)).toEqual(own.map(() => id))
      expect(_id).toBe(id)
    }
  })

  it('a copy with the state of another record has no times of its former one', async () => {
    const moment = { ...text, format: 'date-time' }
    const post = object({ id: integer, status: { enum: ['DRAFT'] } }, ['id', 'status'])
    const copy = object({ id: integer, status: { enum: ['DRAFT', 'LIVE'] }, publishedAt: moment }, ['id', 'status'])
    const task = object({ id: integer, post: copy }, ['id', 'post'])
    const paths = {
      ...collection('/tasks', task, object({}), integer),
      ...collection('/posts', post, object({}), integer),
    }
    await using api = await serveFiles({ 'tasks.json': openApi({ paths }) }, { generate: 4 })
    for (const task of (await api.call('/tasks')).json as readonly { readonly post: Values }[])
      expect(task.post).not.toHaveProperty('publishedAt')
  })

  it('the address of a person that only the copy has follows the name', async () => {
    const person = object({ id: text, displayName: text, mail: text }, ['id', 'displayName', 'mail'])
    const copy = object({ id: text, displayName: text, address: { ...text, description: 'The email address' } }, [
      ...['id', 'displayName', 'address'],
    ])
    const held = { sharedByUser: copy }
    const paths = {
      ...collection('/tasks', object({ id: integer, ...held }, ['id', 'sharedByUser']), object({}), integer),
      ...collection('/users', person),
    }
    await using api = await serveFiles({ 'tasks.json': openApi({ paths }) }, { generate: 4 })
    for (const { sharedByUser } of (await api.call('/tasks')).json as readonly { readonly sharedByUser: Values }[])
      expect(String(sharedByUser.address).split('@')[0]).toBe(
        String(sharedByUser.displayName).toLowerCase().replace(' ', '.'),
      )
  })

  it('a tree has one root, and no circle', async () => {
    const held = { parentId: { type: ['integer', 'null'] } }
    await using api = await serveFiles({ 'tasks.json': describeTasks(held) }, { generate: 5 })
    const tasks = (await api.call('/tasks')).json as readonly { id: number; parentId: number | null }[]
    expect(tasks.filter(({ parentId }) => parentId === null)).toHaveLength(1)
    for (const { id, parentId } of tasks) expect(parentId ?? 0).toBeLessThan(id)
  })

  it('by a number, where the path takes numbers and the records have their ids as text', async () => {
    const group = object({ id: text, label: text }, ['id', 'label'])
    const { '/groups': groups, '/groups/{id}': item } = collection('/groups', group, object({}), integer)
    const readOnly = {
      '/groups': { get: groups?.get },
      '/groups/{id}': { parameters: item?.parameters, get: item?.get },
    }
    const task = object({ id: integer, groupId: integer }, ['id', 'groupId'])
    const paths = { ...readOnly, ...collection('/tasks', task, object({}), integer) }
    await using api = await serveFiles({ 'tasks.json': openApi({ paths }) }, { generate: 4 })
    const ids = ((await api.call('/groups')).json as readonly Values[]).map(({ id }) => id)
    for (const id of ids) expect((await api.call(`/groups/${id}`)).json).toMatchObject({ id })
    const named = ((await api.call('/tasks')).json as readonly Values[]).map(({ groupId }) => groupId)
    expect(named.map(String).toSorted()).toEqual(ids.toSorted())
    for (const id of named) expect(id).toEqual(expect.any(Number))
  })

  it('of the collection whose path it continues, where several have the name', async () => {
    const image = object({ id: text, label: text }, ['id', 'label'])
    const licence = object({ id: text, image: object({ id: text }, ['id']) }, ['id', 'image'])
    const paths = {
      ...collection('/drawn/images', image),
      ...collection('/images', image),
      ...collection('/drawn/images/licences', licence),
      ...collection('/images/licences', licence),
    }
    await using api = await serveFiles({ 'images.json': openApi({ paths }) }, { generate: 3 })
    for (const path of ['/drawn/images', '/images']) {
      const ids = ((await api.call(path)).json as readonly Values[]).map(({ id }) => id)
      const licences = (await api.call(`${path}/licences`)).json as readonly { readonly image: Values }[]
      expect(licences.map((one) => one.image.id).toSorted(), path).toEqual(ids.toSorted())
    }
  })

  it('but a property stays within its schema', async () => {
    await using api = await serveFiles({ 'tasks.json': describeTasks({ userId: uuid }) }, { generate: 2 })
    for (const { userId } of (await api.call('/tasks')).json as readonly Values[])
      expect(userId).toMatch(/^[0-9a-f]{8}-/)
  })

  it('of the same parents', async () => {
    const card = object({ id: text, groupId: text, label: text }, ['id', 'groupId', 'label'])
    const note = object({ id: text, groupId: text, cardId: text }, ['id', 'groupId', 'cardId'])
    const paths = {
      ...collection('/groups', object({ id: text, label: text }, ['id', 'label'])),
      ...collection('/groups/{groupId}/cards', card),
      ...collection('/groups/{groupId}/notes', note),
    }
    await using api = await serveFiles({ 'groups.json': openApi({ paths }) }, { generate: 6 })
    for (const { id } of (await api.call('/groups')).json as readonly Values[]) {
      const cards = (await api.call(`/groups/${id}/cards`)).json as readonly Values[]
      const notes = (await api.call(`/groups/${id}/notes`)).json as readonly Values[]
      expect(notes.length).toBeGreaterThan(0)
      for (const { cardId } of notes) expect(cards.map((one) => one.id)).toContain(cardId)
    }
  })
})

describe('a created record', () => {
  const document = describeTasks({ userId: text }, object({ label: text, userId: text }))
  const create = async (api: Awaited<ReturnType<typeof serveFiles>>, body: object) =>
    (await api.call('/tasks', { body })).json as Values

  it('names an existing record if the client sends no reference', async () => {
    await using api = await serveFiles({ 'tasks.json': document })
    const ids: unknown[] = []
    for (const name of ['Ada', 'Ben']) ids.push(((await api.call('/users', { body: { name } })).json as Values).id)
    const created = [await create(api, { label: 'a' }), await create(api, { label: 'b' })]
    expect(new Set(created.map(({ userId }) => userId))).toEqual(new Set(ids))
    expect((await api.call(`/tasks/${created[1]?.id}`)).json).toEqual(created[1])
  })

  it('keeps what the client sends', async () => {
    await using api = await serveFiles({ 'tasks.json': document }, { generate: 2 })
    expect(await create(api, { label: 'a', userId: 'someone-else' })).toMatchObject({ userId: 'someone-else' })
  })

  it('is created although there is nothing to name', async () => {
    await using api = await serveFiles({ 'tasks.json': document })
    expect(await create(api, { label: 'a' })).toMatchObject({ label: 'a', userId: expect.any(String) })
  })

  it('has what the overlay sets', async () => {
    const overlay = {
      overlay: '1.0.0',
      info: { title: 'Tasks', version: '1' },
      actions: [{ target: '$..properties.userId', update: { 'x-standin-default': 'nobody' } }],
    }
    await using api = await serveFiles({ 'tasks.json': document, 'tasks.overlay.json': overlay }, { generate: 2 })
    expect(await create(api, { label: 'a' })).toMatchObject({ userId: 'nobody' })
  })
})

const teams = (path: string) => ({
  [path]: {
    parameters: parametersOf(path),
    get: { responses: { 200: response(arrayOf(object({ slug: text, label: text }, ['slug', 'label']))) } },
    post: { requestBody: requestBody(object({ label: text })), responses: { 201: response(object({ slug: text })) } },
  },
  [`${path}/{slug}`]: {
    parameters: [...parametersOf(path), pathParameter('slug', text)],
    get: { responses: { 200: response(object({ slug: text, label: text }, ['slug', 'label'])) } },
  },
})

it('a name of a resource and of the property that identifies its records is a reference, another property is not', async () => {
  const held = { team_slug: text, team_label: text }
  const task = object({ id: integer, ...held }, ['id', ...Object.keys(held)])
  const document = openApi({ paths: { ...collection('/tasks', task, undefined, integer), ...teams('/teams') } })
  await using api = await serveFiles({ 'tasks.json': document }, { generate: 4 })
  const slugs = ((await api.call('/teams')).json as readonly Values[]).map(({ slug }) => slug)
  const tasks = (await api.call('/tasks')).json as readonly Values[]
  expect([slugs.length, tasks.length]).toEqual([4, 4])
  for (const { team_slug: slug, team_label: label } of tasks) {
    expect(slugs).toContain(slug)
    expect(slugs).not.toContain(label)
  }
})

it('of two resources with one name, the one at the top is meant by a record that is below neither', async () => {
  const task = object({ id: integer, userId: text }, ['id', 'userId'])
  const document = openApi({
    paths: {
      ...collection('/shops', object({ id: text, label: text }, ['id', 'label'])),
      ...collection('/shops/{shopId}/users', user),
      ...collection('/users', user),
      ...collection('/tasks', task, undefined, integer),
    },
  })
  await using api = await serveFiles({ 'tasks.json': document }, { generate: 4 })
  const ids = ((await api.call('/users')).json as readonly Values[]).map(({ id }) => id)
  const tasks = (await api.call('/tasks')).json as readonly Values[]
  expect([ids.length, tasks.length]).toEqual([4, 4])
  for (const { userId } of tasks) expect(ids).toContain(userId)
})
