/**
 * Requests at which Prism itself fails. Each has its own document, because Prism's process ends with most of them.
 */
import {
  accepting,
  example,
  get,
  integer,
  json,
  list,
  openApi,
  type ParityCase,
  type ParityRequest,
  post,
  record,
  sending,
  string,
  swagger,
} from '../parity-case.ts'

const stops = (request: ParityRequest, standin: string): readonly ParityRequest[] => [
  { ...request, differs: `Prism stops; ${standin}` },
]

const inPath = (schema: Parameters<typeof json>[0], style: string) => ({
  parameters: [{ name: 'v', in: 'path', required: true, schema, style }],
})

export const failureCases: readonly ParityCase[] = [
  {
    name: 'an Accept that is not a media type',
    document: openApi({ '/menu': get({ 200: example({ a: 1 }) }) }),
    requests: stops(accepting('/menu', 'nonsense'), 'Standin accepts nothing else as a media type: 406'),
  },
  {
    name: 'an invalid escape in a path',
    document: openApi({ '/tea/{v}': get({ 200: example('tea') }, inPath(string, 'simple')) }),
    requests: stops({ send: '/tea/%ff' }, 'Standin reports the escape: 400'),
  },
  {
    name: 'a valid list in a path',
    document: openApi({ '/list/{v}': get({ 200: example('fine') }, inPath(list(integer), 'simple')) }),
    requests: stops({ send: '/list/1,2' }, 'Standin reads the list'),
  },
  {
    name: 'an invalid list in a path',
    document: openApi({ '/list/{v}': get({ 200: example('fine') }, inPath(list(integer), 'simple')) }),
    requests: stops({ send: '/list/1,x' }, 'Standin reads the list, and reports the item: 422'),
  },
  {
    name: 'a label without its dot',
    document: openApi({ '/label/{v}': get({ 200: example('fine') }, inPath(integer, 'label')) }),
    requests: stops({ send: '/label/4' }, 'Standin reports the missing dot: 422'),
  },
  {
    name: 'a list in a header of the response',
    document: openApi({
      '/tea': get({ 200: { ...example('tea'), headers: { 'X-List': { schema: list(string) } } } }),
    }),
    requests: stops({ send: '/tea' }, 'Standin responds without validating the headers'),
  },
  {
    name: '2.0: an example of a type that is not produced',
    document: swagger({
      '/tea': { get: { responses: { 200: { description: 'Fine.', examples: { 'text/plain': 'words' } } } } },
    }),
    requests: stops({ send: '/tea' }, 'Standin responds as Prism would otherwise'),
  },
  {
    name: 'a Content-Type that is not a media type',
    document: openApi({ '/tea': post(json(record({ name: string }))) }),
    requests: [
      {
        ...sending('POST /tea', 'nonsense', '{"name":"Green"}'),
        differs: 'the mistake is in the request: 415',
      },
    ],
  },
]
