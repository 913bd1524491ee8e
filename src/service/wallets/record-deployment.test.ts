import { expect, test } from 'vitest'
import * as z from 'zod'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import type { RelayOutcome } from '#service/relayer/relay.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { toKeyFields } from '#service/testing/wallet-requests.ts'
import { recordDeployment } from './record-deployment.ts'

const world = await forFile(serviceWorld.wallets())

const HASH = `0x${'ab'.repeat(32)}` as const

/** Creates a wallet with a signed and unsettled deployment. Returns it with its request. */
async function submittedWallet() {
  const email = `u${Math.random()}@example.com`
  const verificationCode = await world.requestCode(email)
  const body = { ...toKeyFields(createSoftwarePasskey('localhost')), email, verificationCode }
  const answer = await world.call('POST', '/v1/baas/wallets', { body })
  const row = await world.ctx.db
    .updateTable('wallets')
    .set({ status: 'submitted', deployed_at: null })
    .where('address', '=', answer.content.address.toLowerCase())
    .returningAll()
    .executeTakeFirstOrThrow()
  return {
    row: { id: row.id, relayed_id: z.string().parse(row.relayed_id) },
    email,
    address: answer.content.address,
  }
}

const record = (outcome: RelayOutcome) =>
  world.ctx.db.transaction().execute((trx) => recordDeployment(world.ctx.clock, trx, outcome))
const stored = (id: string) =>
  world.ctx.db.selectFrom('wallets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const isPending = async (email: string) =>
  (await world.call('GET', `/v1/baas/wallets/pending-verification?email=${email}`)).content.pending
const isListed = async (address: string) =>
  (await world.call('GET', `/v1/baas/wallets?q=${address}`)).content.length === 1

test('behavior: after a confirmation the wallet is deployed, with the hash that was mined', async () => {
  const { row } = await submittedWallet()
  await record({ id: row.relayed_id, status: 'confirmed', hash: HASH, blockNumber: 1n })
  expect(await stored(row.id)).toMatchObject({ status: 'deployed', transaction_hash: HASH })
  expect((await stored(row.id)).deployed_at).not.toBeNull()
})

test('behavior: after a failure the wallet is removed and its code is valid again', async () => {
  const { row, email, address } = await submittedWallet()
  expect(await isPending(email)).toBe(false)
  await record({ id: row.relayed_id, status: 'failed', hash: HASH, reason: 'out of gas' })
  expect((await stored(row.id)).status).toBe('failed')
  expect(await isPending(email)).toBe(true)
  expect(await isListed(address)).toBe(false)
})

test('behavior: a settled deployment does not change', async () => {
  const { row, address } = await submittedWallet()
  await record({ id: row.relayed_id, status: 'confirmed', hash: HASH, blockNumber: 1n })
  await record({ id: row.relayed_id, status: 'failed', hash: HASH, reason: 'late' })
  expect((await stored(row.id)).status).toBe('deployed')
  expect(await isListed(address)).toBe(true)
})
