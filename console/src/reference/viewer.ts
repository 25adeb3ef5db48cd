/**
 * Swagger UI, set up for a sandbox: no servers to choose, no dialog for credentials, requests to this server only. What it
 * shows and sends is changed through its plugins and its actions.
 */
import SwaggerUI, { type SwaggerRequest, type SwaggerSystem } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { cleanDescriptions } from './clean-descriptions.ts'
import { applyKey, readSchemes, replaceDiscovery, setCookies } from './credentials.ts'
import { nameControls } from './name-controls.ts'
import { parseFragment } from './operation-fragment.ts'
import { isTooLarge, resolveBounded } from './resolve-bounded.ts'

export interface ViewerOptions {
  readonly node: HTMLElement
  /** The OpenAPI document, with addresses of the sandbox. */
  readonly document: unknown
}

export interface Viewer {
  /** The key that requests send; undefined for none. */
  readonly setKey: (key: string | undefined) => void
  /** The scenario that requests select; undefined for none. */
  readonly setScenario: (scenario: string | undefined) => void
}

export const createViewer = ({ node, document }: ViewerOptions): Viewer => {
  const shown = replaceDiscovery(cleanDescriptions(document))
  const schemes = readSchemes(shown)
  let currentKey: string | undefined
  let currentScenario: string | undefined
  const prepare = (request: SwaggerRequest): SwaggerRequest => {
    const { pathname, search } = new URL(request.url, location.href)
    setCookies(schemes, currentKey, pathname)
    // The document may name this server differently than the address of the page does.
    request.url = location.origin + pathname + search
    // Some documents describe a body of a GET, but browsers do not send one.
    if (/^(get|head)$/i.test(request.method ?? 'get')) delete request.body
    if (currentScenario !== undefined) request.headers['Sandbox-Scenario'] = currentScenario
    return request
  }
  const system = SwaggerUI({
    domNode: node,
    layout: 'ReferenceLayout',
    plugins: isTooLarge(shown) ? [createPlugin, createResolver(shown)] : [createPlugin],
    requestInterceptor: prepare,
    validatorUrl: null,
    deepLinking: true,
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    // Tags are open: what the filter finds would be hidden otherwise.
    docExpansion: 'list',
    // Colours of the highlighted code come from scripts, and are not those of the theme.
    syntaxHighlight: { activated: false },
  })
  system.specActions.updateUrl('')
  system.specActions.updateLoadingStatus('success')
  system.specActions.updateJsonSpec(shown)
  nameControls(node)
  return {
    setKey: (key) => {
      currentKey = key
      applyKey(system, schemes, key)
    },
    setScenario: (scenario) => {
      currentScenario = scenario
    },
  }
}

/** Follows the references of large documents in place of Swagger UI. */
const createResolver = (document: unknown) => () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        requestResolvedSubtree:
          (_: unknown, { specActions }: SwaggerSystem) =>
          (path: readonly string[]) =>
            specActions.updateResolvedSubtree(path, resolveBounded(document, path)),
      },
    },
  },
})

/** Swagger UI decodes the fragment before it splits it, so it does not find an operationId that contains a slash. */
const openFragment =
  (_: unknown, { layoutActions }: SwaggerSystem) =>
  (): void => {
    const [tag, operation] = parseFragment(location.hash)
    if (tag === undefined) return
    layoutActions.show(['operations-tag', tag], true)
    const key = operation === undefined ? ['operations-tag', tag] : ['operations', tag, operation]
    layoutActions.show(key, true)
    layoutActions.scrollTo(key)
  }

const createPlugin = ({ React, getComponent }: SwaggerSystem) => {
  const h = React.createElement
  const show = (name: string) => h(getComponent(name, true))
  return {
    statePlugins: { layout: { wrapActions: { parseDeepLinkHash: openFragment } } },
    components: {
      ReferenceLayout: () =>
        h(
          'div',
          { className: 'swagger-ui' },
          h(getComponent('SvgAssets')),
          show('errors'),
          h('div', { className: 'information-container' }, show('InfoContainer')),
          show('FilterContainer'),
          show('operations'),
          show('Webhooks'),
          show('Models'),
        ),
      // A link inside the button that opens the operation would be a control within a control.
      DeepLink: ({ text }: Readonly<Record<string, unknown>>) => h('span', null, text),
      // The bar above selects the key for all operations.
      authorizeOperationBtn: ({ isAuthorized }: Readonly<Record<string, unknown>>) =>
        h('span', { className: 'needs-key' }, isAuthorized ? 'sends the key' : 'needs a key'),
    },
  }
}
