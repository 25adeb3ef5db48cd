/**
 * interface.md, section 7: the errors, one row per statement, and their messages.
 */
import { describe } from 'vitest'
import { itAnswers } from './it-answers.ts'
import { useStandin } from './use-standin.ts'

const rex = { name: 'Rex', categoryId: 1 }

describe('§7 Errors', () => {
  const api = useStandin()
  itAnswers(api, [
    {
      name: '§7 createPet is 400 if a required field is missing',
      path: '/v1/pets',
      body: { name: 'Rex' },
      status: 400,
    },
    {
      name: '§7 createPet is 400 if a value is invalid',
      path: '/v1/pets',
      body: { ...rex, categoryId: 'x' },
      status: 400,
    },
    { name: '§7 listPets is 401 if the key is missing', path: '/v1/pets', key: null, status: 401 },
    { name: '§7 listPets is 401 if the key is invalid', path: '/v1/pets', key: 'nobody', status: 401 },
    { name: '§7 createPet is 401 if the key is missing', path: '/v1/pets', body: rex, key: null, status: 401 },
    { name: '§7 createPet is 401 if the key is invalid', path: '/v1/pets', body: rex, key: 'nobody', status: 401 },
    { name: '§7 getPet is 401 if the key is missing', path: '/v1/pets/1', key: null, status: 401 },
    { name: '§7 getPet is 401 if the key is invalid', path: '/v1/pets/1', key: 'nobody', status: 401 },
    { name: '§7 getPet is 404 if the animal does not exist', path: '/v1/pets/31', status: 404 },
    { name: '§7 limit out of range has the Error shape too', path: '/v1/pets?limit=101', status: 400 },
    { name: '§7 a status that is not allowed has the Error shape too', path: '/v1/pets?status=lost', status: 400 },
  ])
})

describe('§7 the messages of errors', () => {
  const api = useStandin()
  itAnswers(api, [
    {
      name: '§7 a body names the place, the expected value and the value received',
      path: '/v1/pets',
      body: { ...rex, status: 'lost' },
      status: 400,
      says: ['body.status must be one of available, pending, sold, got "lost"'],
    },
    {
      name: '§7 a parameter names the place, the expected value and the value received',
      path: '/v1/pets?limit=abc',
      status: 400,
      says: ['query.limit', 'integer', '1 to 100', '"abc"'],
    },
    {
      name: '§7 a limit out of range names the range',
      path: '/v1/pets?limit=101',
      status: 400,
      says: ['query.limit', '1 to 100', '101'],
    },
    {
      name: '§7 a status filter lists the allowed values',
      path: '/v1/pets?status=lost',
      status: 400,
      says: ['query.status', 'available, pending, sold', '"lost"'],
    },
    {
      name: '§7 a missing field is reported',
      path: '/v1/pets',
      body: { categoryId: 1 },
      status: 400,
      says: ['body.name is required'],
    },
    {
      name: '§7 all violations of a body are in one response',
      path: '/v1/pets',
      body: { categoryId: 'x', status: 'lost' },
      status: 400,
      says: ['body.name', 'body.categoryId', 'body.status', '; '],
    },
    {
      name: '§7 all violations of the parameters are in one response',
      path: '/v1/pets?limit=0&status=lost',
      status: 400,
      says: ['query.limit', 'query.status', '; '],
    },
    {
      name: '§7 truncated JSON is reported with its position',
      path: '/v1/pets',
      body: '{\n  "name": "Rex",\n  "cat',
      status: 400,
      says: ['line 3', 'column'],
    },
    {
      name: '§7 malformed JSON is reported with its position',
      path: '/v1/pets',
      body: '{"name": }',
      status: 400,
      says: ['line 1', 'column'],
    },
    { name: '§7 an animal that does not exist is named', path: '/v1/pets/4711', status: 404, says: ['4711'] },
    { name: '§7 an unknown path names the nearest', path: '/v1/pet', status: 404, says: ['/v1/pets'] },
  ])
})
