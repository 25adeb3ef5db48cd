/**
 * The certificate of --tls: created once, kept, renewed, and trusted by what clients trust.
 */
import { X509Certificate } from 'node:crypto'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLocalCertificate } from '../../src/tls/local-certificate.ts'
import { findStateFolder } from '../../src/tls/state-folder.ts'
import { trustSteps } from '../../src/tls/trust-steps.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const day = 86_400_000
const now = Date.parse('2026-11-23T00:00:00Z')

describe('the certificate for localhost', () => {
  it('is created once, and kept with a key that only its user can read', async () => {
    await using folder = await createTemporaryFolder()
    const path = join(folder.path, 'state', 'standin')
    const first = await readLocalCertificate(path, now)
    const second = await readLocalCertificate(path, now + 700 * day)
    expect(first.isNew).toBe(true)
    expect(second).toEqual({ ...first, isNew: false })
    expect((await readdir(path)).sort()).toEqual(['localhost-ca.pem', 'localhost.pem'])
    expect((await stat(join(path, 'localhost.pem'))).mode & 0o777).toBe(0o600)
    expect(await readFile(first.authorityFile, 'utf8')).not.toContain('PRIVATE KEY')
  })

  it('is for localhost and loopback addresses, signed by the authority, for 825 days', async () => {
    await using folder = await createTemporaryFolder()
    const { certificate, authorityFile } = await readLocalCertificate(folder.path, now)
    const parsed = new X509Certificate(certificate)
    const authority = new X509Certificate(await readFile(authorityFile))
    expect(parsed.verify(authority.publicKey)).toBe(true)
    expect(authority.ca).toBe(true)
    expect(parsed.ca).toBe(false)
    expect(parsed.checkHost('localhost')).toBe('localhost')
    expect(parsed.checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(parsed.checkIP('::1')).toBeDefined()
    expect(parsed.checkHost('example.com')).toBeUndefined()
    expect((Date.parse(parsed.validTo) - Date.parse(parsed.validFrom)) / day).toBe(825)
  })

  for (const [what, damage] of [
    ['about to expire', async () => now + 815 * day],
    ['not valid yet', async () => now - 30 * day],
    [
      'cut off',
      async (file: string) => {
        await writeFile(file, (await readFile(file, 'utf8')).slice(0, 300))
        return now
      },
    ],
    [
      'mixed with another key',
      async (file: string) => {
        await using other = await createTemporaryFolder()
        await readLocalCertificate(other.path, now)
        const foreign = await readFile(join(other.path, 'localhost.pem'), 'utf8')
        const own = await readFile(file, 'utf8')
        const end = '-----END PRIVATE KEY-----\n'
        await writeFile(file, foreign.slice(0, foreign.indexOf(end)) + own.slice(own.indexOf(end)))
        return now
      },
    ],
  ] as const)
    it(`is replaced if it is ${what}`, async () => {
      await using folder = await createTemporaryFolder()
      const first = await readLocalCertificate(folder.path, now)
      const later = await damage(join(folder.path, 'localhost.pem'))
      const second = await readLocalCertificate(folder.path, later)
      expect(second.isNew).toBe(true)
      expect(second.certificate).not.toBe(first.certificate)
      const authority = new X509Certificate(await readFile(second.authorityFile))
      expect(new X509Certificate(second.certificate).verify(authority.publicKey)).toBe(true)
    })

  it('is the same for several servers that start at the same time', async () => {
    await using folder = await createTemporaryFolder()
    const all = await Promise.all(Array.from({ length: 5 }, () => readLocalCertificate(folder.path, now)))
    expect(new Set(all.map(({ certificate }) => certificate)).size).toBe(1)
    expect((await readdir(folder.path)).sort()).toEqual(['localhost-ca.pem', 'localhost.pem'])
  })

  it.skipIf(process.getuid?.() === 0)('reports a folder that cannot be written', async () => {
    await using folder = await createTemporaryFolder()
    await chmod(folder.path, 0o500)
    await expect(readLocalCertificate(folder.path, now)).rejects.toThrow('cannot be stored')
  })

  it('reports a folder that is a file', async () => {
    await using folder = await createTemporaryFolder({ file: '' })
    await expect(readLocalCertificate(join(folder.path, 'file'), now)).rejects.toThrow(
      /--tls: the certificate cannot be stored in .*file .*XDG_STATE_HOME/,
    )
  })
})

describe('the folder of the certificate', () => {
  const home = { LOCALAPPDATA: 'C:\\Local' }
  for (const [platform, environment, ends] of [
    ['linux', { XDG_STATE_HOME: '/state' }, '/state/standin'],
    ['linux', { XDG_STATE_HOME: 'relative' }, '/.local/state/standin'],
    ['linux', {}, '/.local/state/standin'],
    ['darwin', {}, '/Library/Application Support/standin'],
    ['win32', home, 'standin'],
  ] as const)
    it(`${platform} ${JSON.stringify(environment)}`, () =>
      expect(findStateFolder({ platform, environment }).endsWith(ends)).toBe(true))
})

describe('the folder of a user without a home', () => {
  const readHome = (): string => {
    throw new Error('uv_os_homedir returned ENOENT')
  }

  it('is reported with what to do', () =>
    expect(() => findStateFolder({ platform: 'linux', environment: {} }, readHome)).toThrow(
      '--tls: the user has no home folder for the certificate; set HOME or XDG_STATE_HOME',
    ))

  it('is that of XDG_STATE_HOME', () =>
    expect(findStateFolder({ platform: 'linux', environment: { XDG_STATE_HOME: '/state' } }, readHome)).toBe(
      '/state/standin',
    ))
})

describe('the steps to trust it', () => {
  it('quote the name of the file for the shell', () => {
    const commands = trustSteps("/it's here/ca.pem", 'linux').map(({ command }) => command)
    expect(commands[1]).toBe(`curl --cacert '/it'\\''s here/ca.pem'`)
  })
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    it(`name the file on ${platform}`, () => {
      const steps = trustSteps('/ca.pem', platform)
      expect(steps.length).toBe(3)
      for (const { command } of steps) expect(command).toContain('/ca.pem')
    })
})
