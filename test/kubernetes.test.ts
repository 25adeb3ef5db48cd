/**
 * The manifests in deploy/kubernetes, without a cluster: what they name exists and fits together, and the files of their
 * ConfigMaps can be served. `npm run manifests` validates them with the schemas of the Kubernetes API.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { optionEntries, variableOf } from '../src/options/option-table.ts'
import { call } from './support/client.ts'
import { codesIn, readTable } from './support/markdown.ts'
import { projectFolder } from './support/run-command.ts'
import { runStandin } from './support/run-standin.ts'
import { startStandin } from './support/start-standin.ts'

const folder = join(projectFolder, 'deploy/kubernetes')

const read = (name: string) => parse(readFileSync(join(folder, name), 'utf8'))

interface Generator {
  readonly name: string
  readonly files: readonly string[]
}

const kustomization: {
  readonly resources: readonly string[]
  readonly images: readonly { readonly name: string }[]
  readonly configMapGenerator: readonly Generator[]
} = read('kustomization.yaml')

const [deployment, service, autoscaler, budget, policy] = [
  'deployment.yaml',
  'service.yaml',
  'autoscaler.yaml',
  'disruption-budget.yaml',
  'network-policy.yaml',
].map(read)
const pod = deployment.spec.template
const [container] = pod.spec.containers

interface Named {
  readonly name: string
}

describe('the manifests', () => {
  it('are all in the kustomization', () => {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    expect([...kustomization.resources, 'kustomization.yaml'].sort()).toEqual(files.map(({ name }) => name).sort())
    for (const file of kustomization.resources) expect(read(file)).toMatchObject({ apiVersion: expect.any(String) })
  })

  it('are described in docs/kubernetes.md', () => {
    const rows = readTable('docs/kubernetes.md', 'Run in Kubernetes').flatMap((row) => codesIn(row.file))
    expect(rows.sort()).toEqual(readdirSync(folder).sort())
  })

  it('select the pods of the deployment', () => {
    const { labels } = pod.metadata
    expect(deployment.spec.selector.matchLabels).toEqual(labels)
    expect(service.spec.selector).toEqual(labels)
    expect(budget.spec.selector.matchLabels).toEqual(labels)
    expect(policy.spec.podSelector.matchLabels).toEqual(labels)
    for (const { labelSelector } of pod.spec.topologySpreadConstraints)
      expect(labelSelector.matchLabels).toEqual(labels)
    expect(autoscaler.spec.scaleTargetRef).toEqual({
      apiVersion: deployment.apiVersion,
      kind: deployment.kind,
      name: deployment.metadata.name,
    })
  })

  it('leave the number of servers to the autoscaler, and keep one while another is evicted', () => {
    expect(deployment.spec).not.toHaveProperty('replicas')
    expect(autoscaler.spec.minReplicas).toBeGreaterThan(budget.spec.maxUnavailable)
  })

  it('use the port of the image, by its name', () => {
    const dockerfile = readFileSync(join(projectFolder, 'Dockerfile'), 'utf8')
    const [port] = container.ports
    expect(String(port.containerPort)).toBe(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1])
    expect(service.spec.ports[0].targetPort).toBe(port.name)
    expect(policy.spec.ingress[0].ports[0].port).toBe(port.name)
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet.port).toBe(port.name)
    expect(kustomization.images.map(({ name }) => name)).toEqual([container.image])
  })

  it('run as another user than root, with a read-only root file system and without privileges', () => {
    expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  it('set options only, and secrets from the Secret that docs/kubernetes.md creates', () => {
    const known = new Set(optionEntries.map(([name]) => variableOf(name)))
    const docs = readFileSync(join(projectFolder, 'docs/kubernetes.md'), 'utf8')
    const [, secret] = /kubectl create secret generic (\S+)/.exec(docs) ?? []
    for (const { name, valueFrom } of container.env) {
      expect(known).toContain(name)
      expect(valueFrom.secretKeyRef.name).toBe(secret)
      expect(docs).toContain(`--from-literal=${valueFrom.secretKeyRef.key}=`)
    }
  })

  it('mount every ConfigMap of the kustomization where the image reads it, read-only', () => {
    const mounts = Object.fromEntries(
      container.volumeMounts.map(({ name, mountPath }: Named & { readonly mountPath: string }) => [name, mountPath]),
    )
    expect(mounts).toEqual({ spec: '/spec', fixtures: '/fixtures/default', scenarios: '/scenarios' })
    for (const mount of container.volumeMounts) expect(mount.readOnly).toBe(true)
    const maps = pod.spec.volumes.map(({ configMap }: { readonly configMap: Named }) => configMap.name)
    expect(maps).toEqual(kustomization.configMapGenerator.map(({ name }) => name))
    expect(pod.spec.volumes.map(({ name }: Named) => name)).toEqual(
      container.volumeMounts.map(({ name }: Named) => name),
    )
  })

  it('has a readiness probe that is as fast as a server that stops expects', () => {
    const { periodSeconds, failureThreshold } = container.readinessProbe
    expect(periodSeconds * failureThreshold).toBeLessThan(3)
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30)
  })
})

describe('the sample files', () => {
  const files = kustomization.configMapGenerator.flatMap((generator) => generator.files)
  const inFolder = (name: string): string => join(folder, name)

  it('are those of the kustomization', () => {
    const found = ['spec', 'fixtures', 'scenarios'].flatMap((name) =>
      readdirSync(inFolder(name)).map((file) => `${name}/${basename(file)}`),
    )
    expect(found).toEqual(files)
  })

  it('have no findings, and are served with their records', async () => {
    const options = ['--fixtures', inFolder('fixtures'), '--scenarios', inFolder('scenarios')]
    expect(await runStandin('check', inFolder('spec'), ...options)).toMatchObject({ code: 0, stderr: '' })
    await using standin = await startStandin({
      documents: [inFolder('spec')],
      fixtures: inFolder('fixtures'),
      scenarios: inFolder('scenarios'),
    })
    expect((await call(`${standin.url}/v1/tasks`)).json).toHaveLength(2)
    const created = await call(`${standin.url}/v1/tasks`, { body: { title: 'Ship it' } })
    expect(created).toMatchObject({ status: 201, json: { id: 3, title: 'Ship it', done: false } })
    const busy = await call(`${standin.url}/v1/tasks/1`, { headers: { 'sandbox-scenario': 'busy' } })
    expect(busy.status).toBe(503)
  })
})
