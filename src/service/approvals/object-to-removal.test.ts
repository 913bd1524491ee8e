import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { EMBEDDED_CHAIN_ID } from '#service/chain/anvil-process.ts'
import { openRemotePolicySigner } from '#service/chain/remote-policy-signer.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import { startPolicySignerStandIn } from '#service/testing/policy-signer-stand-in.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'

const DAY_SECONDS = 86_400n
const signer = await forFile(startPolicySignerStandIn())
const remotePolicySigner = await forFile(openRemotePolicySigner(signer.url, EMBEDDED_CHAIN_ID))
const world = await forFile(serviceWorld.wallets())
const { ctx } = world
const sealed = await world.call('POST', '/v1/org/policy-signer')
const remote = await world.addOrganization('Remote', 'remote.localhost')
ctx.remotePolicySigner = remotePolicySigner
const remoteMade = await world.call('POST', '/v1/org/policy-signer', { key: remote.key })

async function callItself(wallet: TestWallet, data: Hex) {
  const body = world.signed(wallet, { toAddress: wallet.address, data })
  const { content, text } = await world.execute(body, wallet.organization)
  expect(content.transactionHash, text).toBeDefined()
  const authority = async () => readAuthority(world.chain.chain, wallet.address)
  return authority
}
/**
 * Starts the removal of a wallet's policy signer. Returns the wallet, the time at which the removal takes
 * effect, and a function that reads that time again.
 */
async function removing(policySigner: Address, organization = world.demo) {
  const wallet = await world.createWallet({ organization })
  const authority = await callItself(wallet, encodeCall('setCoSigner(address)', [policySigner]))
  await expect.poll(async () => (await authority())?.coSigner).toBe(lowerCase(policySigner))
  await callItself(wallet, encodeCall('startCoSignerRemoval()', []))
  await expect.poll(async () => (await authority())?.coSignerUntilSeconds).toBeDefined()
  const until = (await authority())?.coSignerUntilSeconds ?? 0n
  return { wallet, until, untilNow: async () => (await authority())?.coSignerUntilSeconds }
}
const object = ({ address, organization }: TestWallet) =>
  world.call('POST', `/v1/org/wallets/${address}/objection`, { key: organization.key })
const rowOf = ({ address }: TestWallet) =>
  ctx.db
    .selectFrom('removal_objections')
    .selectAll()
    .where('wallet_address', '=', lowerCase(address))
    .executeTakeFirst()
const fundings = (policySigner: Address) =>
  ctx.db
    .selectFrom('relayed_transactions')
    .select('id')
    .where('to_address', '=', lowerCase(policySigner))
    .execute()

test.each([
  ['a sealed key', sealed.content.address, world.demo],
  ['a key at the remote signer', remoteMade.content.address, remote],
] as const)(
  'behavior: a policy signer with %s and without ether objects once; the service pays its gas',
  async (_title, policySigner, organization) => {
    const { wallet, until, untilNow } = await removing(policySigner, organization)
    const [first, second] = await Promise.all([object(wallet), object(wallet)])
    expect([first.content, second.content]).toEqual([{ success: true }, { success: true }])
    await expect.poll(untilNow).toBe(until + 27n * DAY_SECONDS)
    await expect.poll(async () => (await rowOf(wallet))?.done_at).toBeInstanceOf(Date)
    expect(await fundings(policySigner)).toHaveLength(1)
    const again = await object(wallet)
    expect(again).toMatchObject({ status: 409, content: { code: 'CONFLICT' } })
    expect(again.content.message).toContain('objected to this removal already')
  },
  60_000,
)

test('behavior: one policy signer objects for two wallets', async () => {
  const both = [await removing(sealed.content.address), await removing(sealed.content.address)]
  await Promise.all(both.map(({ wallet }) => object(wallet)))
  for (const { untilNow, until } of both) await expect.poll(untilNow).toBe(until + 27n * DAY_SECONDS)
})

test('behavior: a repeated request resumes an objection that is not on the chain', async () => {
  const { wallet, until, untilNow } = await removing(sealed.content.address)
  await ctx.db
    .insertInto('removal_objections')
    .values({
      wallet_address: lowerCase(wallet.address),
      removal_ends_at: String(until),
      organization_id: world.demo.id,
      co_signer: lowerCase(sealed.content.address),
      attempts: 9,
      due_at: new Date(Date.now() + 86_400_000),
      done_at: new Date(),
    })
    .execute()
  expect((await object(wallet)).content).toEqual({ success: true })
  await expect.poll(untilNow).toBe(until + 27n * DAY_SECONDS)
})

test('error: sends nothing for another co-signer, without a removal, or for another organization’s wallet', async () => {
  const wallet = await world.createWallet()
  expect(await object(wallet)).toMatchObject({ status: 409, content: { code: 'CONFLICT' } })
  const authority = await callItself(wallet, encodeCall('setCoSigner(address)', [sealed.content.address]))
  await expect.poll(async () => (await authority())?.coSigner).toBeDefined()
  const none = await object(wallet)
  expect(none).toMatchObject({ status: 409, content: { code: 'CONFLICT' } })
  expect(none.content.message).toContain('No removal of the policy signer is under way')
  expect(await object({ ...wallet, organization: remote })).toMatchObject({
    status: 403,
    content: { code: 'WALLET_NOT_OWNED' },
  })
  expect(await rowOf(wallet)).toBeUndefined()
})
