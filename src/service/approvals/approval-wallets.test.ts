import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import { addDevice } from '#service/testing/approval-service.ts'
import { enrol } from '#service/testing/approver-devices.ts'
import { findApprovalWallet, setCoSigner, WAIT } from '#service/testing/co-signed-wallet.ts'
import { bringOutside } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { deployApprovalWallets } from './deploy-approval-wallets.ts'

const world = await forFile(serviceWorld.approvals())
afterEach(() => void vi.restoreAllMocks())

const storedFor = async (email: string) => {
  const { rows } = await sql<{ wallet_address: string | null; deployed_at: Date | null }>`
    select approvers.wallet_address, wallet.deployed_at from approvers
    left join approval_wallets as wallet on wallet.address = approvers.wallet_address
    where email = ${email}`.execute(world.ctx.db)
  return rows[0]
}
const lookNow = () =>
  sql`update approval_wallets set due_at = now() where deployed_at is null`.execute(world.ctx.db)
/** Whether the service has read a change of the co-signer of a wallet. */
const hasReadCoSigner = async (address: string) =>
  (
    await sql`select 1 from wallet_authority_events where wallet_address = ${address.toLowerCase()}`.execute(
      world.ctx.db,
    )
  ).rows.length > 0
/** Returns the deployments that were sent for an approval wallet. */
const sentFor = async (email: string) =>
  (
    await sql`select relayed.id from relayed_transactions as relayed
      join approval_wallets as wallet on relayed.data like '%' || wallet.qx || '%'
      join approvers on approvers.wallet_address = wallet.address
      where approvers.email = ${email}`.execute(world.ctx.db)
  ).rows.length

test('behavior: enrolment stores the address that the factory will create, and the wallet is deployed later', async () => {
  const { approver } = await world.protectedWallet()
  const address = findApprovalWallet(world, approver)
  expect((await storedFor(approver.email))?.wallet_address).toBe(address.toLowerCase())
  await expect.poll(() => isDeployed(world.chain.chain, address), WAIT).toBe(true)
  await expect
    .poll(async () => (await lookNow(), (await storedFor(approver.email))?.deployed_at), WAIT)
    .toBeInstanceOf(Date)
  expect(await sentFor(approver.email)).toBe(1)
})

test('behavior: an enrolment wakes the job that deploys approval wallets', async () => {
  const woken = vi.fn()
  const end = await world.ctx.notifications.listen('approval-wallets', woken)
  await world.protectedWallet()
  await expect.poll(() => woken.mock.calls.length, WAIT).toBe(1)
  end()
})

test('behavior: a person can enrol while the chain is down, and the wallet is deployed afterwards', async () => {
  const wallet = await world.createWallet({ externalUserId: 'away' })
  const device = world.newDevice(wallet.email)
  const invitation = await world.invitationFor(wallet.email)
  const { submit } = world.ctx.relay
  const away = vi.spyOn(world.ctx.relay, 'submit').mockRejectedValue(apiError('CHAIN_TIMEOUT'))
  await enrol(device, invitation)
  await lookNow()
  await deployApprovalWallets(world.ctx)
  const address = findApprovalWallet(world, device)
  expect(await isDeployed(world.chain.chain, address)).toBe(false)
  away.mockImplementation(submit)
  await lookNow()
  await expect.poll(() => isDeployed(world.chain.chain, address), WAIT).toBe(true)
})

test('behavior: a call can be held before the approval wallet is deployed, and approved afterwards', async () => {
  const wallet = await world.createWallet({ coins: 10n, externalUserId: 'early' })
  const device = world.newDevice(wallet.email)
  const invitation = await world.invitationFor(wallet.email)
  const { submit } = world.ctx.relay
  const away = vi.spyOn(world.ctx.relay, 'submit').mockRejectedValue(apiError('CHAIN_TIMEOUT'))
  await enrol(device, invitation)
  const address = findApprovalWallet(world, device)
  const named = { toAddress: wallet.address, data: setCoSigner(address) }
  await bringOutside(world, world.signed(wallet, named))
  await expect.poll(() => hasReadCoSigner(wallet.address), WAIT).toBe(true)
  const uuid = await world.hold(wallet)
  const early = await device.decide(uuid, 'approve')
  expect(early).toMatchObject({ status: 409, content: { code: 'CO_SIGNER_NOT_READY' } })
  away.mockImplementation(submit)
  await lookNow()
  await expect.poll(() => isDeployed(world.chain.chain, address), WAIT).toBe(true)
  expect((await device.decide(uuid, 'approve')).status).toBe(200)
  expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
})

test('behavior: a second passkey changes nothing, and after the first is removed the second one has the wallet', async () => {
  const { approver } = await world.protectedWallet()
  const other = await addDevice(world, approver)
  const [first, second] = [findApprovalWallet(world, approver), findApprovalWallet(world, other)]
  expect((await storedFor(approver.email))?.wallet_address).toBe(first.toLowerCase())
  const begun = (await other.post('/sign-in/begin', {})).content
  const response = other.passkey.assert(begun.options, { origin: 'http://localhost:4000' })
  const body = { passkeyId: approver.passkey.credentialId, ceremonyId: begun.ceremonyId, response }
  const left = await other.post('/passkeys/removal', body)
  expect(left.content).toMatchObject([{ id: other.passkey.credentialId, coSigner: second }])
  expect((await storedFor(approver.email))?.wallet_address).toBe(second.toLowerCase())
})

test('behavior: a person who enrolled before approval wallets existed gets one at the next sign-in', async () => {
  const { approver } = await world.protectedWallet()
  const address = findApprovalWallet(world, approver).toLowerCase()
  await sql`update approvers set wallet_address = null where email = ${approver.email}`.execute(world.ctx.db)
  await sql`delete from approval_wallets where address = ${address}`.execute(world.ctx.db)
  const begun = (await approver.post('/sign-in/begin', {})).content
  const response = approver.passkey.assert(begun.options, { origin: 'http://localhost:4000' })
  const signedIn = await approver.post('/sign-in/finish', { ceremonyId: begun.ceremonyId, response })
  expect(signedIn.status, signedIn.text).toBe(200)
  expect((await storedFor(approver.email))?.wallet_address).toBe(address)
})
