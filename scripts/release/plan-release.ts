/**
 * What a release changes and what prevents it, from the files of the project as strings: no files, no git, no network.
 */

export interface ReleaseInput {
  /** The version to release. */
  readonly version: string
  /** That of package.json. */
  readonly current: string
  /** All tags of the repository. */
  readonly tags: readonly string[]
  readonly changelog: string
  /** `2026-11-23` */
  readonly today: string
  readonly manifest: { readonly repository?: unknown; readonly private?: unknown; readonly license?: unknown }
}

export interface ReleasePlan {
  readonly tag: string
  /** With the date of the release. */
  readonly changelog: string
  /** The section of this version without its heading, for the release notes. */
  readonly notes: string
  /** Empty: it can be released. */
  readonly problems: readonly string[]
}

/** Semantic Versioning 2.0.0 without build metadata, which npm ignores. */
const semver =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-z-][\da-z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-z-][\da-z-]*))*))?$/i

export const isVersion = (text: string): boolean => semver.test(text)

/** Negative if the first is older. Both must be versions. */
export const compareVersions = (first: string, second: string): number => {
  const [numbers, rest] = splitVersion(first)
  const [others, otherRest] = splitVersion(second)
  for (const [index, number] of numbers.entries()) if (number !== others[index]) return number - (others[index] ?? 0)
  // A pre-release is older than its release.
  if (rest === '' || otherRest === '') return (rest === '' ? 1 : 0) - (otherRest === '' ? 1 : 0)
  return compareIdentifiers(rest.split('.'), otherRest.split('.'))
}

const splitVersion = (version: string): readonly [readonly number[], string] => {
  const [, major, minor, patch, rest = ''] = semver.exec(version) ?? []
  return [[Number(major), Number(minor), Number(patch)], rest]
}

/** Numbers are older than words, and a list is older than a longer one that begins with it (section 11). */
const compareIdentifiers = (first: readonly string[], second: readonly string[]): number => {
  for (const [index, one] of first.entries()) {
    const other = second[index]
    if (other === undefined) return 1
    if (one === other) continue
    const areNumbers = [one, other].map((text) => /^\d+$/.test(text))
    if (areNumbers[0] && areNumbers[1]) return Number(one) - Number(other)
    if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1
    return one < other ? -1 : 1
  }
  return first.length - second.length
}

interface Section {
  readonly heading: string
  readonly body: string
}

/** The first section of the changelog; its heading is `## 0.1.0, not released yet` or `## 0.1.0, 2026-11-23`. */
const readFirstSection = (changelog: string): Section => {
  const [, heading = '', body = ''] = /^## (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? []
  return { heading, body: body.trim() }
}

const unreleased = 'not released yet'

export const planRelease = ({ version, current, tags, changelog, today, manifest }: ReleaseInput): ReleasePlan => {
  const { heading, body } = readFirstSection(changelog)
  const released = tags.filter((tag) => tag.startsWith('v') && isVersion(tag.slice(1))).map((tag) => tag.slice(1))
  const latest = released.toSorted(compareVersions).at(-1)
  const problems = [
    ...(isVersion(version)
      ? describeOrder(version, { current, latest })
      : [`${version} is not a semantic version such as 1.2.3`]),
    ...(heading === `${version}, ${unreleased}` || heading === `${version}, ${today}`
      ? []
      : [`CHANGELOG.md must begin with "## ${version}, ${unreleased}", got "## ${heading}"`]),
    ...(body === '' ? ['CHANGELOG.md lists no changes for this version'] : []),
    ...(manifest.private === undefined ? [] : ['package.json is private, so npm does not publish it']),
    ...(manifest.license === undefined ? ['package.json has no license'] : []),
    ...(manifest.repository === undefined
      ? ['package.json has no repository; npm compares it with the provenance of the package']
      : []),
  ]
  return {
    tag: `v${version}`,
    changelog: changelog.replace(`## ${version}, ${unreleased}`, `## ${version}, ${today}`),
    notes: body,
    problems,
  }
}

const describeOrder = (
  version: string,
  { current, latest }: { readonly current: string; readonly latest: string | undefined },
): readonly string[] => {
  if (latest !== undefined && compareVersions(version, latest) <= 0)
    return [`${version} must be later than ${latest}, the latest tag`]
  return compareVersions(version, current) < 0 ? [`${version} must not be earlier than ${current} of package.json`] : []
}
