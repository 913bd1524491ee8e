import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { Signer } from './sign-attempt.ts'

const world = await forFile(serviceWorld.relays())
afterEach(() => world.endTest())

/** The relayer's key with delayed signatures, like a key in a KMS. The test decides when it signs. */
function keyBehindADoor() {
  const account = world.relayer
  const waiting: (() => void)[] = []
  let isOpen = false
  const signer: Signer = {
    address: account.address,
    signTransaction: async (transaction) => {
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve))
      return account.signTransaction(transaction)
    },
  }
  const open = () => {
    isOpen = true
    for (const go of waiting.splice(0)) go()
  }
  return { signer, open, waiting: () => waiting.length }
}

const nonces = async () => (await world.rows()).map(({ nonce }) => nonce)

test('behavior: no database transaction waits for a signature', async () => {
  const key = keyBehindADoor()
  const relay = await world.fresh({ signers: [key.signer] })
  const to = newAddress()
  const sending = relay.submit(world.mint(to, 1n))
  await expect.poll(key.waiting).toBe(1)
  // The embedded engine has one session. An open transaction would hold it.
  await world.ctx.db.transaction().execute(async (trx) => {
    await trx.updateTable('relayer_lanes').set({ created_at: world.ctx.clock.now() }).execute()
  })
  expect(await world.rows()).toEqual([])
  key.open()
  const { id } = await sending
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
})

test('behavior: a signature for a nonce that another process took is discarded, and the call is signed for the next nonce', async () => {
  const key = keyBehindADoor()
  const slow = await world.fresh({ signers: [key.signer] })
  const quick = await world.another()
  const to = newAddress()
  const late = [1, 2, 3].map(() => slow.submit(world.mint(to, 1n)))
  await expect.poll(key.waiting).toBeGreaterThan(0)
  const first = await quick.submit(world.mint(to, 10n))
  key.open()
  const sent = [first, ...(await Promise.all(late))]
  for (const { id } of sent) expect(await world.settled(quick, id)).toMatchObject({ status: 'confirmed' })
  const [one = 0, ...others] = await nonces()
  expect(others).toEqual([one + 1, one + 2, one + 3])
  expect(await world.coinsOf(to)).toBe(13n)
  expect(await world.minedNonce()).toBe(one + 4)
})

test('behavior: a local key signs once per nonce, even while another process takes nonces of its lane', async () => {
  const account = world.relayer
  const signed: (number | undefined)[] = []
  const signer: Signer = {
    ...account,
    signTransaction: (transaction) => {
      signed.push(transaction.nonce)
      return account.signTransaction(transaction)
    },
  }
  const relays = [await world.fresh({ signers: [signer] }), await world.another({ signers: [signer] })]
  const to = newAddress()
  const sending = Array.from({ length: 12 }, (_, index) => relays[index % 2]!.submit(world.mint(to, 1n)))
  for (const { id } of await Promise.all(sending)) await world.settled(relays[0]!, id)
  expect(await world.coinsOf(to)).toBe(12n)
  expect(signed).toHaveLength(new Set(signed).size)
})

test('error: a key that does not respond rejects all waiting requests once and delays none afterwards', async () => {
  const key = keyBehindADoor()
  const relay = await world.fresh({ signers: [key.signer], settings: { signMs: 300 } })
  const to = newAddress()
  const sending = Array.from({ length: 5 }, () => relay.submit(world.mint(to, 1n)))
  expect(await Promise.allSettled(sending)).toMatchObject(
    sending.map(() => ({ status: 'rejected', reason: { code: 'UNAVAILABLE', isLate: true } })),
  )
  // There were at most two batches: the first requests, and those that arrived meanwhile. The key was asked once
  // for each call.
  expect(key.waiting()).toBe(5)
  expect(await world.rows()).toEqual([])
  key.open()
  const { id } = await relay.submit(world.mint(to, 2n))
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
  expect(await world.coinsOf(to)).toBe(2n)
})
