import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const THIEF = '0x00000000000000000000000000000000000D1eB0'

const world = await forFile(serviceWorld.approvals())
const one = await world.protectedWallet()
const items = world.chain.tokens.erc721
await world.chain.mint({ standard: 'erc721', to: one.wallet.address, tokenId: 7n })
const wallet = one.wallet.address.toLowerCase()
const found = sql<{ count: number }>`select count(*)::integer as count from holding_claims
    where wallet_address = ${wallet} and kind = 'collectible'`
await vi.waitUntil(async () => (await found.execute(world.ctx.db)).rows[0]?.count === 1, 20_000)
// Items that an attacker sends afterwards: more than a page of holdings.
await sql`insert into holding_claims
      (chain_id, wallet_address, kind, token_address, item, open, block_number, log_index, item_index)
    select ${world.ctx.chain.id}, ${wallet}, 'collectible', '0x' || lpad(to_hex(n), 40, '0'), '1', true, 1, n, 0
    from generate_series(1, 60) as n`.execute(world.ctx.db)

async function hold(toAddress: Address, data: Hex): Promise<string> {
  const answer = await world.execute(world.signed(one.wallet, { toAddress, data }))
  expect(answer.status, answer.text).toBe(200)
  return answer.content.transactionUuid
}
const approve = encodeCall('approve(address,uint256)', [THIEF, '7'])

test('behavior: sixty more items do not change the known standard of the one that a call approves', async () => {
  const uuid = await hold(items, approve)
  const held = [{ address: checksumAddress(items), standard: 'erc721' }]
  const { content } = await one.approver.get(`/transactions/${uuid}`)
  expect(content.held).toEqual(held)
  const description = describeCall({ ...content, tokens: [] })
  expect(description.kind).toBe('erc721-approve')
  expect(description.warnings.map(({ code }) => code)).toEqual(['unknown-token'])
  expect((await one.approver.get('/transactions')).content[0].held).toEqual(held)
  const timeline = await world.call('GET', `/v1/org/transactions/${uuid}/timeline`)
  expect(timeline.content.transaction.held).toEqual(held)
  expect((await world.call('GET', '/v1/org/transactions')).content[0].held).toEqual(held)
  const mailed = () => world.ctx.mails.find(({ text }) => text.includes(uuid))?.text ?? ''
  await expect.poll(mailed).toContain('Token ID: 7')
  await one.approver.decide(uuid, 'reject')
})

test('behavior: also works within a batch, and returns nothing for a token that the wallet does not hold', async () => {
  const strange: Address = world.chain.tokens.erc1155
  const transferFrom = encodeCall('transferFrom(address,address,uint256)', [one.wallet.address, THIEF, '7'])
  const batch = encodeExecuteBatch([
    { to: items, value: 0n, data: transferFrom },
    { to: items, value: 0n, data: encodeCall('setApprovalForAll(address,bool)', [THIEF, 'true']) },
  ])
  const uuid = await hold(one.wallet.address, batch)
  expect((await one.approver.get(`/transactions/${uuid}`)).content.held).toEqual([
    { address: checksumAddress(items), standard: 'erc721' },
  ])
  const other = await hold(strange, encodeCall('setApprovalForAll(address,bool)', [THIEF, 'false']))
  expect((await one.approver.get(`/transactions/${other}`)).content).not.toHaveProperty('held')
})
