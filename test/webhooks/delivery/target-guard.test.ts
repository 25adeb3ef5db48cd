/**
 * Which URLs may receive deliveries, whatever form their address has, and names that move to another network.
 */
import { describe, expect, it } from 'vitest'
import { kindOfAddress } from '../../../src/webhooks/delivery/address-kind.ts'
import { sendDelivery } from '../../../src/webhooks/delivery/send-delivery.ts'
import { TargetGuard } from '../../../src/webhooks/delivery/target-guard.ts'
import { startReceiver } from '../../support/webhook-receiver.ts'

const kinds: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  private: [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
    'fc00::1',
    'fd12:3456::1',
    '::ffff:10.0.0.1',
    '::ffff:c0a8:101',
    '2002:c0a8:101::1',
    '::192.168.1.1',
  ],
  forbidden: [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::',
    // Packets to these leave the machine.
    '64:ff9b::7f00:1',
    '64:ff9b::127.0.0.1',
    '2002:7f00:1::1',
    '::ffff:0:127.0.0.1',
    '::127.0.0.1',
    // The IPv4 address may be anywhere in it.
    '64:ff9b:1::7f00:1',
    '64:ff9b:1:a9fe:a9:fe00::',
    '3fff::1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    '255.255.255.255',
    'ff02::1',
    '2001:db8::1',
    '192.0.2.1',
    'localhost',
    '',
  ],
  public: ['93.184.216.34', '172.32.0.1', '2606:2800:220:1::1', '::ffff:8.8.8.8', '11.0.0.1'],
}

describe('the kind of an address', () => {
  for (const [kind, addresses] of Object.entries(kinds))
    for (const address of addresses)
      it(`${address || 'nothing'} is ${kind}`, () => expect(kindOfAddress(address)).toBe(kind))
})

const never = (): Promise<never> => Promise.reject(new TypeError('nothing may be resolved'))

describe('without allowed hosts', () => {
  const guard = new TargetGuard([], never)
  const allowed = [
    'http://127.0.0.1:8080/hooks',
    'https://localhost/hooks',
    'http://[::1]:8080',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://hooks.localhost:8080/',
    'http://[::ffff:127.0.0.1]/',
  ]
  for (const url of allowed) it(`${url} is allowed`, () => expect(guard.check(url)).toBeUndefined())

  const rejected = [
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://3232235521/',
    'http://[fd00::1]/',
    'http://0.0.0.0:8080/',
    'http://[::]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[::7f00:1]/',
    'http://example.com/hooks',
    'http://127.0.0.1.nip.io/',
    'http://localhost.example.com/',
    'http://localhost@example.com/',
    'http://user:secret@127.0.0.1/',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1/',
    '//127.0.0.1/',
    'not a url',
    `http://127.0.0.1/${'x'.repeat(2_000)}`,
  ]
  for (const url of rejected)
    it(`${url.slice(0, 60)} is rejected, and nothing is resolved`, async () => {
      expect(guard.check(url)).toBeTypeOf('string')
      expect(await guard.open(url)).toMatchObject({ kind: 'rejected' })
    })

  it('names the option', () =>
    expect(guard.check('https://hooks.example.com/a')).toBe(
      'hooks.example.com is not this machine; --allow-webhook-host hooks.example.com allows it',
    ))
})

describe('an allowed host', () => {
  const open = async (...addresses: readonly string[]) => {
    const left = [...addresses]
    const guard = new TargetGuard(['Hooks.Example.com'], async () => [{ address: left.shift() ?? '', family: 4 }])
    const kinds: string[] = []
    for (const _ of addresses) kinds.push((await guard.open('https://hooks.example.com/')).kind)
    return kinds
  }

  it('is resolved for each attempt, and may move within its network', async () =>
    expect(await open('93.184.216.34', '93.184.216.35')).toEqual(['allowed', 'allowed']))

  it('may be in a private network, as containers are', async () =>
    expect(await open('172.18.0.3', '172.18.0.4')).toEqual(['allowed', 'allowed']))

  it('may not move to another network', async () => {
    expect(await open('93.184.216.34', '127.0.0.1')).toEqual(['allowed', 'rejected'])
    expect(await open('93.184.216.34', '10.0.0.1', '93.184.216.34')).toEqual(['allowed', 'rejected', 'allowed'])
  })

  it('may not be the metadata of a machine', async () => expect(await open('169.254.169.254')).toEqual(['rejected']))

  it('without an address is tried again later', async () => {
    const guard = new TargetGuard(['hooks.example.com'], () => Promise.reject(new TypeError('ENOTFOUND')))
    expect(await guard.open('https://hooks.example.com/')).toMatchObject({ kind: 'unresolved' })
  })
})

describe('an attempt', () => {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

  it('connects to the address that was checked, whatever the name resolves to by then', async () => {
    await using receiver = await startReceiver()
    let resolved = 0
    const guard = new TargetGuard(['hooks.example.com'], async () => {
      resolved++
      return [{ address: resolved === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
    })
    const url = `http://hooks.example.com:${receiver.port}/hooks`
    const signal = new AbortController().signal
    expect(await sendDelivery(url, request, { guard, signal })).toMatchObject({ response: { status: 204 } })
    expect(receiver.received[0]?.headers.host).toBe(`hooks.example.com:${receiver.port}`)
    expect(resolved).toBe(1)
    expect(await sendDelivery(url, request, { guard, signal })).toMatchObject({ kind: 'rejected' })
    expect(receiver.received).toHaveLength(1)
  })

  it('follows no redirect, and reads only the beginning of a long response', async () => {
    await using other = await startReceiver()
    await using receiver = await startReceiver()
    receiver.respond = () => ({ status: 307, headers: { location: other.url } })
    const guard = new TargetGuard([])
    const signal = new AbortController().signal
    expect(await sendDelivery(receiver.url, request, { guard, signal })).toMatchObject({ response: { status: 307 } })
    expect(other.received).toEqual([])
  })
})
