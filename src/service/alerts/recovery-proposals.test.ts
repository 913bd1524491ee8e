import { encodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { alertListSchema } from '#protocol/alerts.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { RpcError, type Rpc } from '#service/chain/rpc.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { alertKinds } from './alert-kinds.ts'
import { evaluateAlerts } from './raise-alerts.ts'
import { recoveryProposals } from './recovery-proposals.ts'

const rangeSchema = z.object({ fromBlock: z.string(), toBlock: z.string() })

const world = await forFile(serviceWorld.wallets())
const kinds = alertKinds(world.ctx).filter(({ kind }) => kind === 'recovery-proposed')
const evaluate = () => evaluateAlerts(world.ctx, kinds)
const alerts = async () => alertListSchema.parse((await world.call('GET', '/v1/org/alerts')).content)

/** Executes a call of the wallet to itself, signed by its own passkey. */
async function callItself(wallet: Awaited<ReturnType<typeof world.createWallet>>, call: object) {
  const body = world.signed(wallet, { toAddress: wallet.address, ...call })
  const answer = await world.execute(body)
  expect(answer.status, answer.text).toBe(200)
  await world.settled(answer.content.transactionHash)
}

test('behavior: a recovery proposed by the backup address is an alert until it is cancelled, and again when proposed again', async () => {
  const wallet = await world.createWallet({ label: 'Treasury' })
  await callItself(wallet, { functionSignature: 'setBackup(address)', params: [world.chain.sender] })
  await evaluate()
  expect(await alerts()).toEqual([])
  const propose = () => {
    const lost = createSoftwarePasskey(world.demo.domain)
    const [x, y] = [lost.qxHex, lost.qyHex].map((hex) => BigInt(`0x${hex.replace(/^0x/, '')}`))
    const args = [x ?? 0n, y ?? 0n] as const
    const data = encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'proposeRecovery', args })
    return world.chain.send({ to: wallet.address, data })
  }
  await propose()
  for (let round = 0; round < 3; round += 1) await evaluate()
  const [raised, ...others] = await alerts()
  expect(raised).toMatchObject({ kind: 'recovery-proposed', subject: wallet.address, name: 'Treasury' })
  expect(others).toEqual([])
  await callItself(wallet, { functionSignature: 'cancelRecovery()', params: [] })
  await evaluate()
  expect(await alerts()).toEqual([])
  await propose()
  await evaluate()
  const [again] = await alerts()
  expect(again?.subject).toBe(wallet.address)
  expect(again?.id).not.toBe(raised?.id)
})

test('error: uses fewer blocks for a node that limits them, and changes nothing if the node is away', async () => {
  const { ctx } = world
  let isAway = false
  const asked: number[] = []
  const request: Rpc['request'] = async (schema, method, params) => {
    const [filter] = params
    if (method === 'eth_getBlockReceipts' && isAway)
      throw new RpcError(method, { code: -32005, message: 'too many' })
    if (method === 'eth_getLogs' && typeof filter === 'object' && filter !== null) {
      const { fromBlock, toBlock } = rangeSchema.parse(filter)
      const blocks = Number(toBlock) - Number(fromBlock) + 1
      if (isAway || blocks > 3) throw new RpcError(method, { code: -32005, message: 'too many blocks' })
      asked.push(blocks)
    }
    return ctx.chain.rpc.request(schema, method, params)
  }
  const chain = { ...ctx.chain, rpc: { ...ctx.chain.rpc, request } }
  const lookAt = recoveryProposals({ ...ctx, chain })
  const before = await alerts()
  expect(before).toHaveLength(1)
  expect(await lookAt(new Date())).toMatchObject([{ name: 'Treasury' }])
  expect(Math.max(...asked)).toBeLessThanOrEqual(3)
  isAway = true
  await world.chain.mintCoins(world.chain.sender, 1n)
  await expect(lookAt(new Date())).rejects.toThrow('responded with an error')
  await evaluateAlerts(ctx, [{ kind: 'recovery-proposed', quietMs: 0, lookAt }])
  expect(await alerts()).toEqual(before)
})
