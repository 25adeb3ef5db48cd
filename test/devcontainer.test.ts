/**
 * .devcontainer/devcontainer.json, as far as it can be checked without a container: it is JSON, its Node is supported, its
 * commands exist, and it forwards the default port.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { optionTable } from '../src/options/option-table.ts'
import { projectFolder } from './support/run-command.ts'

interface DevContainer {
  readonly image: string
  readonly postCreateCommand: string
  readonly forwardPorts: readonly number[]
  readonly portsAttributes: Readonly<Record<string, object>>
}

const container: DevContainer = JSON.parse(
  readFileSync(join(projectFolder, '.devcontainer', 'devcontainer.json'), 'utf8'),
)

describe('the devcontainer', () => {
  it('has a Node that Standin runs on', () => {
    const [, major = ''] = /typescript-node:(\d+)$/.exec(container.image) ?? []
    expect(manifest.engines.node.match(/\d+(?=\.|$)/g), container.image).toContain(major)
  })

  it('prepares itself with npm scripts that exist', () => {
    const commands = container.postCreateCommand.split(' && ')
    expect(commands[0]).toBe('npm ci')
    for (const command of commands.slice(1)) {
      const [, name = ''] = /^npm run (\S+)$/.exec(command) ?? []
      expect(Object.keys(manifest.scripts), command).toContain(name)
    }
  })

  it('forwards the default port', () => {
    expect(container.forwardPorts).toEqual([Number(optionTable.port.default)])
    expect(Object.keys(container.portsAttributes)).toEqual(container.forwardPorts.map(String))
  })
})
