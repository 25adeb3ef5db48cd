/**
 * The request and the response, with violations marked where they are.
 */
import type { ComponentChildren } from 'preact'
import type { Violation } from '../../api/problem.ts'
import { StatusBadge } from '../../components/badge.tsx'
import { CodeBlock, JsonBlock, type JsonMark } from '../../components/code-block.tsx'
import type { Explained } from './exchange-detail.tsx'
import { groupByName, markBody, type PlaceKind } from './places.ts'

interface SectionProps {
  readonly exchange: Explained
}

export const RequestSection = ({ exchange }: SectionProps) => {
  const { request, violations, why } = exchange
  const query = Object.entries(request.query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as const),
  )
  return (
    <section class="traffic-section" aria-labelledby="traffic-request">
      <h3 id="traffic-request">Request</h3>
      <Pairs kind="path" title="Path" pairs={Object.entries(why.matched?.parameters ?? {})} violations={violations} />
      <Pairs kind="query" title="Query" pairs={query} violations={violations} />
      <Headers kind="header" headers={request.headers} violations={violations} />
      <Pairs kind="cookie" title="Cookies" pairs={[]} violations={violations} />
      <Body
        id="traffic-request-body"
        label="the request body"
        body={request.body}
        marks={markBody(violations, request.body)}
        empty="No body"
      />
    </section>
  )
}

export const ResponseSection = ({ exchange: { response } }: SectionProps) => (
  <section class="traffic-section" aria-labelledby="traffic-response">
    <h3 id="traffic-response">
      Response <StatusBadge status={response.status} fault={response.fault} />
    </h3>
    {response.fault === undefined ? null : <p class="hint">The connection was broken: {response.fault}.</p>}
    <Headers headers={response.headers} violations={[]} />
    <Body label="the response body" body={response.body} marks={[]} empty="No body" />
  </section>
)

interface PairsProps {
  readonly kind: PlaceKind
  readonly title: string
  readonly pairs: readonly (readonly [name: string, value: string])[]
  readonly violations: readonly Violation[]
}

/** Parameters; also those that are missing. */
const Pairs = ({ kind, title, pairs, violations }: PairsProps) => {
  const wrong = groupByName(violations, kind)
  const missing = [...wrong.keys()].filter((name) => !pairs.some(([one]) => one === name))
  if (pairs.length + missing.length === 0) return null
  return (
    <div class="traffic-pairs" id={`traffic-request-${kind}`}>
      <h4>{title}</h4>
      <dl>
        {pairs.map(([name, value], index) => (
          <Pair key={`${name} ${index}`} name={name} messages={wrong.get(name)}>
            {value}
          </Pair>
        ))}
        {missing.map((name) => (
          <Pair key={name} name={name} messages={wrong.get(name)}>
            <span class="traffic-missing">missing</span>
          </Pair>
        ))}
      </dl>
    </div>
  )
}

interface PairProps {
  readonly name: string
  readonly messages: readonly string[] | undefined
  readonly children: ComponentChildren
}

const Pair = ({ name, messages, children }: PairProps) => (
  <div class={`traffic-pair ${messages ? 'is-bad' : ''}`}>
    <dt>{name}</dt>
    <dd>
      {children}
      {messages?.map((message) => (
        <span key={message} class="traffic-pair-message">
          {message}
        </span>
      ))}
    </dd>
  </div>
)

interface HeadersProps {
  readonly kind?: 'header'
  readonly headers: Readonly<Record<string, string>>
  readonly violations: readonly Violation[]
}

const Headers = ({ kind, headers, violations }: HeadersProps) => {
  const pairs = Object.entries(headers)
  const wrong = groupByName(violations, 'header')
  const missing = [...wrong.keys()].filter((name) => !Object.keys(headers).some((one) => one.toLowerCase() === name))
  return (
    <details class="traffic-headers" id={kind && 'traffic-request-header'} open={wrong.size > 0}>
      <summary>
        Headers <span class="traffic-headers-count">{pairs.length}</span>
      </summary>
      <dl>
        {pairs.map(([name, value]) => (
          <Pair key={name} name={name} messages={wrong.get(name.toLowerCase())}>
            {value}
          </Pair>
        ))}
        {missing.map((name) => (
          <Pair key={name} name={name} messages={wrong.get(name)}>
            <span class="traffic-missing">missing</span>
          </Pair>
        ))}
      </dl>
    </details>
  )
}

interface BodyProps {
  readonly id?: string
  readonly label: string
  readonly body: unknown
  readonly marks: readonly JsonMark[]
  readonly empty: string
}

const Body = ({ id, label, body, marks, empty }: BodyProps) => (
  <div class="traffic-body" id={id}>
    {body === null || body === undefined ? (
      <p class="traffic-no-body">{empty}</p>
    ) : typeof body === 'string' ? (
      <CodeBlock label={label} text={body} />
    ) : (
      <JsonBlock label={label} value={body} marks={marks} />
    )}
    {(typeof body === 'string' || body === null) &&
      marks.map(({ message }) => (
        <p key={message} class="traffic-pair-message is-bad">
          {message}
        </p>
      ))}
  </div>
)
