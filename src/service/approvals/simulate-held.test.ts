import { encodeErrorResult, parseAbi, type Address, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { compileTargets } from '#contracts/testing/compile-targets.ts'
import { heldTransactionSchema } from '#protocol/approver-api.ts'
import { compareSimulation } from '#protocol/effects/compare-simulation.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { deployRuntime } from '#service/testing/answering-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const PAUSED = encodeErrorResult({
  abi: parseAbi(['error Error(string)']),
  errorName: 'Error',
  args: ['paused'],
})
const THIEF = '0x00000000000000000000000000000000000D1eB0'

const world = await forFile(serviceWorld.approvals())
const one = await world.protectedWallet()

async function hold(toAddress: Address, data: Hex): Promise<string> {
  const answer = await world.execute(world.signed(one.wallet, { toAddress, data }))
  expect(answer.status, answer.text).toBe(200)
  return answer.content.transactionUuid
}
const readHeld = async (uuid: string) =>
  heldTransactionSchema.parse((await one.approver.get(`/transactions/${uuid}`)).content)

test('behavior: an unknown call that drains a token through an existing allowance is red in app, console and mail', async () => {
  const coin = world.chain.tokens.erc20
  const code = compileTargets('test/targets/Adversaries.sol').get('Hub') ?? '0x'
  const hub = await deployRuntime(world.chain, code)
  const allowed = await hold(coin, encodeCall('approve(address,uint256)', [hub, '1000']))
  await one.approver.decide(allowed, 'approve')
  expect(await world.ended(allowed)).toMatchObject({ status: 'CONFIRMED' })
  const uuid = await hold(hub, encodeCall('pull(address,address,uint256)', [coin, THIEF, '600']))
  const drained = {
    tokenAddress: coin,
    account: one.wallet.address,
    amount: '-600',
  }
  const held = await readHeld(uuid)
  expect(held.simulation).toMatchObject({ outcome: 'succeeds', changes: expect.arrayContaining([drained]) })
  const timeline = await world.call('GET', `/v1/org/transactions/${uuid}/timeline`)
  expect(timeline.content.simulation.changes).toContainEqual(drained)
  const mailed = () => world.ctx.mails.find(({ text }) => text.includes(uuid))?.text ?? ''
  await expect.poll(mailed).toContain('Warning: A simulation on the chain differs from what the call says.')
  expect(mailed()).toMatch(new RegExp(`Balance of: ${one.wallet.address} .*\\n.*\\n.*No change\\n.*-600`))
  // Lists and decided transactions are not simulated.
  expect((await one.approver.get('/transactions')).content[0]).not.toHaveProperty('simulation')
  await one.approver.decide(uuid, 'reject')
  expect(await readHeld(uuid)).not.toHaveProperty('simulation')
})

test('behavior: a transfer that does what it says shows no difference', async () => {
  const held = await readHeld(await world.hold(one.wallet))
  const call = { ...held, tokens: [] }
  const { simulation } = held
  expect(simulation).toMatchObject({ outcome: 'succeeds', changes: { length: 2 } })
  if (simulation?.outcome === 'succeeds')
    expect(compareSimulation(call, describeCall(call), simulation)).toEqual([])
})

test('behavior: a held call that would now fail → the reason in app, console and mail', async () => {
  const uuid = await world.hold(one.wallet)
  const { rpc } = world.ctx.chain
  const request = rpc.request
  rpc.request = (schema, method, params) =>
    method === 'eth_call'
      ? Promise.reject(new RpcError(method, { code: 3, message: 'execution reverted', data: PAUSED }))
      : request(schema, method, params)
  const held = await readHeld(uuid)
  const timeline = await world.call('GET', `/v1/org/transactions/${uuid}/timeline`)
  const mailed = () => world.ctx.mails.find(({ text }) => text.includes(uuid))?.text ?? ''
  await expect.poll(mailed).toContain('Warning: This transaction will fail if it is sent now.\n   paused')
  rpc.request = request
  const fails = { outcome: 'fails', reason: 'paused' }
  expect([held.simulation, timeline.content.simulation]).toEqual([fails, fails])
})

test('error: a node that does not respond → the page loads, with its simulation unavailable', async () => {
  const uuid = await world.hold(one.wallet)
  const { rpc } = world.ctx.chain
  const request = rpc.request
  rpc.request = (schema, method, params) =>
    method === 'eth_simulateV1' ? new Promise(() => {}) : request(schema, method, params)
  const held = await readHeld(uuid).finally(() => void (rpc.request = request))
  const simulation = { outcome: 'unavailable' }
  expect(held).toMatchObject({ transactionUuid: uuid, status: 'PENDING_USER_APPROVAL', simulation })
})
