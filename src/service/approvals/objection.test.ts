import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import { setGasBudget } from '#service/relayer/gas-budget.ts'
import {
  callItself,
  coSignedWallet,
  startRemoval,
  WAIT,
  type CoSigned,
} from '#service/testing/co-signed-wallet.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const ORIGIN = 'http://localhost:4000'
const DAY_SECONDS = 86_400n

const world = await forFile(serviceWorld.approvals())
const { db, clock } = world.ctx

/** Creates a wallet whose co-signer is being removed, after the person was notified of it. */
async function removing(): Promise<CoSigned> {
  const one = await coSignedWallet(world)
  await callItself(world, one, startRemoval())
  const noticed = () =>
    db
      .selectFrom('authority_changes')
      .select('id')
      .where('wallet_address', '=', lowerCase(one.wallet.address))
      .executeTakeFirst()
  await expect.poll(noticed, WAIT).toBeDefined()
  return one
}
const untilOf = async ({ wallet }: CoSigned) =>
  (await readAuthority(world.chain.chain, wallet.address))?.coSignerUntilSeconds ?? 0n
const removalOf = async ({ wallet, approver }: CoSigned) =>
  (await approver.get(`/wallets/${wallet.address}`)).content.removal

/** Objects with the approval passkey, as the app does. */
async function object({ wallet, approver }: CoSigned) {
  const begun = await approver.post('/objections/begin', { walletAddress: wallet.address })
  expect(begun.status, begun.text).toBe(200)
  const { ceremonyId, options } = begun.content
  const response = approver.passkey.assert(options, { origin: ORIGIN })
  return approver.post('/objections/finish', { ceremonyId, response })
}

test('behavior: an exhausted gas budget of the organization does not stop an objection', async () => {
  const one = await removing()
  const until = await untilOf(one)
  const budget = { organizationId: world.demo.id, now: clock.now() }
  await setGasBudget(db, { ...budget, weiPerDay: 1n })
  const answer = await object(one)
  await setGasBudget(db, { ...budget, weiPerDay: 'default' })
  expect(answer.content).toEqual({ success: true })
  await expect.poll(() => untilOf(one), WAIT).toBe(until + 27n * DAY_SECONDS)
})

test('behavior: a later effect of a removal than the notified one does not count as an objection', async () => {
  const one = await removing()
  await db
    .updateTable('authority_changes')
    .set({ effective_at: clock.now() })
    .where('wallet_address', '=', lowerCase(one.wallet.address))
    .execute()
  expect(await removalOf(one)).toMatchObject({ objected: false, canObject: true })
})

test('behavior: a removal with an objection says so, also to a person who was not notified of it', async () => {
  const one = await removing()
  expect((await object(one)).content).toEqual({ success: true })
  await db.deleteFrom('approver_mails').where('kind', '=', 'removal-started').execute()
  await db
    .deleteFrom('authority_changes')
    .where('wallet_address', '=', lowerCase(one.wallet.address))
    .execute()
  await expect.poll(() => removalOf(one)).toMatchObject({ objected: true, canObject: false })
})
