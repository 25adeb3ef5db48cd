/**
 * What a release requires: a semantic version, a changelog, and what npm needs for provenance.
 */
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { compareVersions, isVersion, planRelease, type ReleaseInput } from '../scripts/release/plan-release.ts'

const changelog = '# Changelog\n\n## 0.2.0, not released yet\n\n- New.\n\n## 0.1.0, 2026-01-01\n\n- First.\n'

const input: ReleaseInput = {
  version: '0.2.0',
  current: '0.1.0',
  tags: ['v0.1.0', 'demo', ''],
  changelog,
  today: '2026-11-23',
  manifest: { repository: 'github:owner/standin', license: 'MIT' },
}

describe('a release', () => {
  it('sets the date in the changelog, and has its section as notes', () =>
    expect(planRelease(input)).toEqual({
      tag: 'v0.2.0',
      changelog: changelog.replace('not released yet', '2026-11-23'),
      notes: '- New.',
      problems: [],
    }))

  it('can be checked again on its day', () => {
    const { changelog: dated } = planRelease(input)
    expect(planRelease({ ...input, current: '0.2.0', changelog: dated }).problems).toEqual([])
  })

  const wrong: readonly { readonly name: string; readonly change: Partial<ReleaseInput>; readonly says: string }[] = [
    { name: 'no version', change: { version: '0.2' }, says: '0.2 is not a semantic version such as 1.2.3' },
    { name: 'the version of a tag', change: { tags: ['v0.2.0'] }, says: 'must be later than 0.2.0, the latest tag' },
    { name: 'a version before a tag', change: { tags: ['v0.10.0', 'v0.9.0'] }, says: 'must be later than 0.10.0' },
    { name: 'a version before that of package.json', change: { current: '1.0.0' }, says: 'not be earlier than 1.0.0' },
    { name: 'a changelog of another version', change: { version: '0.3.0' }, says: 'got "## 0.2.0, not released yet"' },
    { name: 'an empty section', change: { changelog: changelog.replace('- New.\n', '') }, says: 'lists no changes' },
    { name: 'no changelog', change: { changelog: '' }, says: 'must begin with "## 0.2.0, not released yet"' },
    { name: 'a private package', change: { manifest: { ...input.manifest, private: true } }, says: 'is private' },
    { name: 'no repository', change: { manifest: { license: 'MIT' } }, says: 'has no repository' },
    { name: 'no license', change: { manifest: { repository: 'x' } }, says: 'has no license' },
  ]
  for (const { name, change, says } of wrong)
    it(`reports ${name}`, () => expect(planRelease({ ...input, ...change }).problems.join('\n')).toContain(says))
})

describe('package.json', () => {
  it('names its command as npm publishes it: npm corrects a path that begins with ./, and warns that it removes it', () => {
    for (const file of Object.values(manifest.bin)) expect(file).toMatch(/^[^./]/)
  })
})

describe('versions', () => {
  // The order of Semantic Versioning 2.0.0, section 11.
  const ordered = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ]
  it('have the order of the specification', () => {
    expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered)
    for (const version of ordered) expect(compareVersions(version, version)).toBe(0)
  })

  for (const text of ['1', '1.2', '01.2.3', '1.2.3.4', 'v1.2.3', '1.2.3-', '1.2.3-01', '1.2.3+build', ''])
    it(`${JSON.stringify(text)} is not one`, () => expect(isVersion(text)).toBe(false))
})
