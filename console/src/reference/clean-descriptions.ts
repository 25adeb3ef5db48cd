/**
 * Descriptions are Markdown, which may contain HTML. Swagger UI removes what would run, but only after it has parsed it, and
 * then the browser reports each event handler as a violation of the policy. So these attributes are removed before. The
 * address of a picture or link stays as it is: it is cleaned by Swagger UI.
 */

/** Properties of OpenAPI that are Markdown (OpenAPI 3.1, 4.7). */
const isMarkdown = (name: string): boolean => name === 'description' || name === 'summary' || name === 'title'

/** A tag. Its length is limited, so that the search takes linear time. */
const tag = /<[^<>]{1,5000}>/g

const handler = /[\s/"']on[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]*)/gi

const clean = (markdown: string): string =>
  markdown.includes('<') ? markdown.replace(tag, (found) => found.replace(handler, ' ')) : markdown

/** A copy of a document with clean descriptions. Examples are text, and stay as they are. */
export const cleanDescriptions = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return isMarkdown(name) ? clean(value) : value
  if (Array.isArray(value)) return value.map((one) => cleanDescriptions(one))
  if (typeof value !== 'object' || value === null) return value
  if (name === 'example' || name === 'examples' || name === 'default') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cleanDescriptions(one, key)]))
}
