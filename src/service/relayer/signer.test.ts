import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { RelayHarness, newAddress } from '#service/testing/relay-harness.ts'
import type { Signer } from './sign-attempt.ts'

const harness = await forFile(RelayHarness.start())
afterEach(() => harness.endTest())

/** The harness's key with delayed signatures, like a KMS. The test decides when it responds. */
function keyBehindADoor() {
  const account = harness.relayer
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

const nonces = async () => (await harness.rows()).map(({ nonce }) => nonce)

test('behavior: no database transaction waits for a signature', async () => {
  const key = keyBehindADoor()
  const relay = await harness.fresh({ signers: [key.signer] })
  const to = newAddress()
  const sending = relay.submit(harness.mint(to, 1n))
  await expect.poll(key.waiting).toBe(1)
  // The embedded engine has one session. An open transaction would hold it.
  await harness.ctx.db.transaction().execute(async (trx) => {
    await trx.updateTable('relayer_lanes').set({ created_at: harness.ctx.clock.now() }).execute()
  })
  expect(await harness.rows()).toEqual([])
  key.open()
  const { id } = await sending
  expect(await harness.settled(relay, id)).toMatchObject({ status: 'confirmed' })
})

test('behavior: a signature for a nonce that another process took is discarded, and the call is signed for the next nonce', async () => {
  const key = keyBehindADoor()
  const slow = await harness.fresh({ signers: [key.signer] })
  const quick = await harness.another()
  const to = newAddress()
  const late = [1, 2, 3].map(() => slow.submit(harness.mint(to, 1n)))
  await expect.poll(key.waiting).toBeGreaterThan(0)
  const first = await quick.submit(harness.mint(to, 10n))
  key.open()
  const sent = [first, ...(await Promise.all(late))]
  for (const { id } of sent) expect(await harness.settled(quick, id)).toMatchObject({ status: 'confirmed' })
  const [one = 0, ...others] = await nonces()
  expect(others).toEqual([one + 1, one + 2, one + 3])
  expect(await harness.coinsOf(to)).toBe(13n)
  expect(await harness.minedNonce()).toBe(one + 4)
})

test('behavior: a local key signs once per nonce, even while another process takes nonces of its lane', async () => {
  const account = harness.relayer
  const signed: (number | undefined)[] = []
  const signer: Signer = {
    ...account,
    signTransaction: (transaction) => {
      signed.push(transaction.nonce)
      return account.signTransaction(transaction)
    },
  }
  const relays = [await harness.fresh({ signers: [signer] }), await harness.another({ signers: [signer] })]
  const to = newAddress()
  const sending = Array.from({ length: 12 }, (_, index) => relays[index % 2]!.submit(harness.mint(to, 1n)))
  for (const { id } of await Promise.all(sending)) await harness.settled(relays[0]!, id)
  expect(await harness.coinsOf(to)).toBe(12n)
  expect(signed).toHaveLength(new Set(signed).size)
})

test('error: a key that does not respond rejects all waiting requests once and delays none afterwards', async () => {
  const key = keyBehindADoor()
  const relay = await harness.fresh({ signers: [key.signer], settings: { signMs: 300 } })
  const to = newAddress()
  const sending = Array.from({ length: 5 }, () => relay.submit(harness.mint(to, 1n)))
  expect(await Promise.allSettled(sending)).toMatchObject(
    sending.map(() => ({ status: 'rejected', reason: { code: 'UNAVAILABLE', isLate: true } })),
  )
  // At most two batches, each signed once: the first with one or more requests, and those that arrived
  // meanwhile.
  expect(key.waiting()).toBe(5)
  expect(await harness.rows()).toEqual([])
  key.open()
  const { id } = await relay.submit(harness.mint(to, 2n))
  expect(await harness.settled(relay, id)).toMatchObject({ status: 'confirmed' })
  expect(await harness.coinsOf(to)).toBe(2n)
})
