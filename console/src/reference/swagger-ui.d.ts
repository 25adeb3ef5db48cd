/**
 * The part of Swagger UI that the reference uses. The package has no types, and the published ones describe an old version.
 */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** An element or a component of Swagger UI's own copy of React. */
  type ReactNode = unknown
  type ReactComponent = (props: Readonly<Record<string, unknown>>) => ReactNode

  export interface SwaggerSystem {
    readonly React: {
      readonly createElement: (
        type: unknown,
        props?: Readonly<Record<string, unknown>> | null,
        ...children: readonly ReactNode[]
      ) => ReactNode
    }
    readonly getComponent: (name: string, isContainer?: boolean) => unknown
    readonly specActions: {
      readonly updateUrl: (url: string) => void
      readonly updateLoadingStatus: (status: 'success') => void
      readonly updateJsonSpec: (document: unknown) => void
      readonly updateResolvedSubtree: (path: readonly string[], value: unknown) => void
    }
    readonly layoutActions: {
      readonly show: (key: readonly string[], isShown: boolean) => unknown
      readonly scrollTo: (key: readonly string[]) => unknown
    }
    readonly authActions: {
      readonly authorize: (payload: Readonly<Record<string, unknown>>) => void
      readonly authorizeOauth2: (payload: { readonly auth: object; readonly token: object }) => void
      readonly logout: (names: readonly string[]) => void
    }
  }

  export interface SwaggerRequest {
    url: string
    headers: Record<string, string>
    method?: string
    body?: unknown
  }

  export interface SwaggerOptions {
    readonly domNode: HTMLElement
    readonly layout: string
    readonly plugins: readonly ((system: SwaggerSystem) => {
      readonly components?: Readonly<Record<string, ReactComponent>>
      readonly statePlugins?: {
        readonly spec?: {
          readonly wrapActions: {
            readonly requestResolvedSubtree: (
              original: (path: readonly string[]) => unknown,
              system: SwaggerSystem,
            ) => (path: readonly string[]) => unknown
          }
        }
        readonly layout?: {
          readonly wrapActions: {
            readonly parseDeepLinkHash: (original: (hash: string) => unknown, system: SwaggerSystem) => () => void
          }
        }
      }
    })[]
    readonly requestInterceptor: (request: SwaggerRequest) => SwaggerRequest
    readonly [option: string]: unknown
  }

  const SwaggerUI: (options: SwaggerOptions) => SwaggerSystem
  export default SwaggerUI
}
