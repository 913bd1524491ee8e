import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import type { AssertionChanges } from '#protocol/testing/software-passkey.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const RECEIVER: Address = '0x00000000000000000000000000000000000a1234'
const OTHER: Address = '0x00000000000000000000000000000000000b5678'

const world = await forFile(serviceWorld.wallets())
const wallet = await world.createWallet({ coins: 1_000_000_000n })

describe('execute: signature', () => {
  const refused = async (changes: AssertionChanges) => {
    const answer = await world.execute(world.signed(wallet, world.transfer(RECEIVER, 1n), changes))
    return { status: answer.status, ...answer.content }
  }

  test.each<[string, AssertionChanges, RegExp]>([
    ['another relying party', { rpId: 'evil.example' }, /another domain/],
    ['user not present', { flags: 0x04 }, /flag UP/],
    ['user not verified', { flags: 0x01 }, /flag UV/],
    ['backed up without being eligible', { flags: 0x15 }, /BS is set without BE/],
    ['high s', { highS: true }, /must be the low one/],
    ['a registration', { type: 'webauthn.create' }, /webauthn\.get/],
    [
      'another challenge',
      { challenge: Buffer.alloc(32).toString('base64url') },
      /challenge is not the digest/,
    ],
    ['another origin', { origin: 'https://evil.example' }, /another site than localhost/],
    ['an origin with only the same ending', { origin: 'http://evil-localhost:4000' }, /another site/],
    ['an origin with only the same beginning', { origin: 'http://localhost.evil.example' }, /another site/],
    ['no origin', { origin: 'null' }, /another site/],
    [
      'a frame on an unknown site',
      { crossOrigin: true, topOrigin: 'https://frame.example' },
      /frame of a site/,
    ],
    ['a frame without a site', { crossOrigin: true }, /frame of a site/],
  ])('error: %s', async (_, changes, message) => {
    const answer = await refused(changes)
    expect(answer).toMatchObject({ status: 400, code: 'INVALID_SIGNATURE', errors: [{ path: 'signature' }] })
    expect(answer.message).toMatch(message)
  })

  test('behavior: accepts a frame on a registered embed origin', async () => {
    const organizations = world.ctx.db.updateTable('organizations').where('id', '=', world.demo.id)
    await organizations.set({ embed_origins: ['https://frame.example'] }).execute()
    expect(await refused({ crossOrigin: true, topOrigin: 'https://frame.example' })).toMatchObject({
      status: 200,
    })
    expect(await refused({ crossOrigin: true, topOrigin: 'https://frame.example.evil' })).toMatchObject({
      status: 400,
    })
    await organizations.set({ embed_origins: [] }).execute()
  })

  test('behavior: accepts a related origin of the domain, and no other origin of that site', async () => {
    const domains = world.ctx.db.updateTable('organization_domains').where('domain', '=', 'localhost')
    await domains.set({ related_origins: ['https://shop.de'] }).execute()
    expect(await refused({ origin: 'https://shop.de' })).toMatchObject({ status: 200 })
    const others: AssertionChanges[] = [
      { origin: 'https://www.shop.de' },
      { origin: 'https://shop.de:8443' },
      { origin: 'https://shop.de', crossOrigin: true, topOrigin: 'https://frame.example' },
    ]
    for (const changes of others)
      expect(await refused(changes)).toMatchObject({ status: 400, code: 'INVALID_SIGNATURE' })
    await domains.set({ related_origins: [] }).execute()
    expect(await refused({ origin: 'https://shop.de' })).toMatchObject({ status: 400 })
  })

  test('error: rejects a signature of another passkey of the same domain', async () => {
    const other = await world.createWallet()
    const body = world.signed({ ...wallet, passkey: other.passkey }, world.transfer(RECEIVER, 1n))
    const answer = await world.execute(body)
    expect(answer).toMatchObject({ status: 400, content: { code: 'INVALID_SIGNATURE' } })
    expect(answer.content.message).toContain("wallet's passkey")
  })

  test('error: rejects every signed field that was changed after signing', async () => {
    const body = world.signed(wallet, world.transfer(RECEIVER, 1n))
    const changes = [
      { toAddress: OTHER },
      { value: '1' },
      { data: world.transfer(RECEIVER, 2n).data },
      { expiration: String(Number(body['expiration']) + 1) },
      { feeWithdrawAddress: OTHER },
    ]
    for (const change of changes) {
      const answer = await world.execute({ ...body, ...change })
      expect(answer.content).toMatchObject({ code: 'INVALID_SIGNATURE' })
      expect(answer.content.message).toContain('challenge is not the digest')
    }
  })

  test('error: rejects bytes that are not the canonical encoding', async () => {
    const body = world.signed(wallet, world.transfer(RECEIVER, 1n))
    const signature = String(body['signature'])
    for (const wrong of ['0x', '0x00', `${signature}00`, signature.slice(0, -2), `0x${'ff'.repeat(400)}`]) {
      const answer = await world.execute({ ...body, signature: wrong })
      expect(answer).toMatchObject({ status: 400, content: { code: 'INVALID_SIGNATURE' } })
    }
    const alone = await world.execute({ ...body, signature: `0x${'01'.repeat(64)}` })
    expect(alone.content.message).toContain('r and s alone, and it must be abi.encode(')
  })

  test('error: rejects a wallet whose domain is no longer registered', async () => {
    const domains = world.ctx.db
      .updateTable('organization_domains')
      .where('organization_id', '=', world.demo.id)
    await domains.set({ verified_at: null }).execute()
    const answer = await refused({})
    await domains.set({ verified_at: new Date() }).execute()
    expect(answer.message).toContain('not registered')
  })
})
