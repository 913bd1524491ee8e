import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { createAuthenticator, type Ceremony } from '#protocol/testing/authenticator.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from './testing/service-world.ts'
import { coinTransfer, expirationIn } from './testing/wallet-requests.ts'

/** Directory from which the document's code resolves its imported packages. */
const folder = new URL(`../../node_modules/.cache/latchkey-native-${process.pid}/`, import.meta.url)
const BLOCK = /```\w+ ([\w.-]+)\n([\s\S]*?)```/g

beforeAll(async () => {
  const text = await readFile(new URL('../../docs/native.md', import.meta.url), 'utf8')
  await mkdir(folder, { recursive: true })
  for (const [, name = '', content = ''] of text.matchAll(BLOCK))
    await writeFile(new URL(name, folder), content)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const hex = z.templateLiteral(['0x', z.string()])
const exampleSchema = z.object({
  chainId: z.number(),
  walletAddress: hex,
  call: z.object({
    toAddress: hex,
    value: z.string(),
    data: hex,
    expiration: z.string(),
    fee: z.string(),
    feeCoinAddress: hex,
    feeWithdrawAddress: hex,
  }),
  digest: hex,
})

describe('the code of docs/native.md', async () => {
  const world = await forFile(serviceWorld.wallets())

  test('behavior: with an app’s passkey, it creates a wallet and its signature executes on the chain', async () => {
    const { publicKeyOf } = await import(new URL('read-public-key.mjs', folder).href)
    const { digestOf, requestOf, signatureOf } = await import(new URL('sign-transaction.mjs', folder).href)
    const { domain } = world.demo
    const passkey = createAuthenticator()
    const ceremony = { origin: `https://${domain}` }
    const registered = passkey.register({ challenge: 'AAAA', rp: { id: domain } }, ceremony)
    const email = 'native@example.com'
    const created = await world.call('POST', '/v1/baas/wallets', {
      body: {
        ...publicKeyOf(registered),
        rpIdHash: rpIdHash(domain),
        email,
        verificationCode: await world.requestCode(email),
      },
    })
    expect(created).toMatchObject({ status: 200 })
    const walletAddress = created.content.address
    await world.chain.mintCoins(walletAddress, 5n)
    const call = {
      toAddress: world.chain.tokens.erc20,
      value: 0n,
      ...coinTransfer('0x00000000000000000000000000000000000070A1', 2n),
      expiration: BigInt(expirationIn(300, world.clock.now())),
      fee: 0n,
      feeCoinAddress: `0x${'0'.repeat(40)}`,
      feeWithdrawAddress: `0x${'0'.repeat(40)}`,
    }
    const chainId = world.chain.chain.id
    const digest = digestOf({ chainId, walletAddress, call })
    const execute = (made: Ceremony) => {
      const answer = passkey.assert(requestOf({ digest, rpId: domain }), made)
      const body = { walletAddress, ...textsOf(call), signature: signatureOf(answer) }
      return world.call('POST', '/v1/baas/transactions/execute', { body })
    }
    const ofAndroid = await execute({
      origin: 'android:apk-key-hash:3ZDvWbq6mW4Q0g1b2c3d4e5f6g7h8i9j0k1l2m3n4o5',
    })
    expect(ofAndroid).toMatchObject({ status: 400, content: { code: 'INVALID_SIGNATURE' } })
    for (const sHalf of ['low', 'high'] as const) {
      const executed = await execute({ ...ceremony, sHalf })
      expect(executed).toMatchObject({ status: 200, content: { success: true } })
      expect(await world.settled(executed.content.transactionHash)).toMatchObject({
        status: 'CONFIRMED',
        digest,
      })
    }
  })

  test('behavior: its example has the digest that this code and the service compute', async () => {
    const { digestOf } = await import(new URL('sign-transaction.mjs', folder).href)
    const example = exampleSchema.parse(JSON.parse(await readFile(new URL('example.json', folder), 'utf8')))
    const { walletAddress, chainId } = example
    const { value, expiration, fee, ...texts } = example.call
    const call = { ...texts, value: BigInt(value), expiration: BigInt(expiration), fee: BigInt(fee) }
    expect(digestOf({ chainId, walletAddress, call })).toBe(example.digest)
    expect(executeDigest(chainId, { walletAddress, ...call })).toBe(example.digest)
  })
})

function textsOf(call: Record<string, bigint | string>): Record<string, string> {
  return Object.fromEntries(Object.entries(call).map(([name, value]) => [name, String(value)]))
}
