import { isHex, parseTransaction } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { startFaultyNode, type FaultyNode } from './testing/faulty-node.ts'
import type { NodeService } from './testing/node-service.ts'
import { startPlainAnvil } from './testing/plain-anvil.ts'
import { serviceWorld } from './testing/service-world.ts'

const anvil = await forFile(startPlainAnvil())
const MINIMUM_TIP = 25_000_000_000n

let node: FaultyNode | undefined
let service: NodeService | undefined
afterEach(async () => {
  await service?.stop()
  await node?.close()
  service = undefined
  node = undefined
})

type Variant = Pick<FaultyNode, 'refuse'> | Pick<FaultyNode, 'rewrite'>

const withFields = (result: unknown, fields: object): unknown =>
  typeof result === 'object' && result !== null ? { ...result, ...fields } : result

const VARIANTS: Record<string, { node: Variant; note: string }> = {
  'neither a pending block nor eth_maxPriorityFeePerGas': {
    node: {
      refuse: ({ method, params }) => {
        if (method === 'eth_maxPriorityFeePerGas') return { code: -32_601, message: 'Method not found' }
        return params.at(-1) === 'pending'
          ? { code: -32_000, message: 'pending is not supported' }
          : undefined
      },
    },
    note: 'asked at latest; tip by eth_feeHistory',
  },
  'a minimum tip that it names when it refuses': {
    node: {
      refuse: ({ method, params: [raw] }) => {
        if (method !== 'eth_sendRawTransaction' || !isHex(raw) || raw === '0x') return undefined
        const { maxPriorityFeePerGas: tip = 0n } = parseTransaction(raw)
        if (tip >= MINIMUM_TIP) return undefined
        const message = `transaction gas price below minimum: gas tip cap ${tip}, minimum needed ${MINIMUM_TIP}`
        return { code: -32_000, message }
      },
    },
    note: 'tip by eth_maxPriorityFeePerGas',
  },
  'null for what receipts and blocks may lack': {
    node: {
      rewrite: (method, result) => {
        if (method === 'eth_getTransactionReceipt')
          return withFields(result, { effectiveGasPrice: null, l1Fee: null, gasUsed: null })
        return method === 'eth_getBlockByNumber' ? withFields(result, { baseFeePerGas: null }) : result
      },
    },
    note: 'no EIP-1559: price by eth_gasPrice',
  },
}

test.each(Object.entries(VARIANTS))(
  'behavior: confirms a transfer over a node with %s',
  async (_, variant) => {
    node = Object.assign(await startFaultyNode(anvil.url), variant.node)
    service = await serviceWorld.node({ anvil, chain: { rpcUrl: node.url } })
    const wallet = await service.createWallet()
    expect(wallet.answer).toMatchObject({ status: 200 })
    await service.mint(wallet.address, 5n)
    const to = newAddress()
    const answer = await service.transfer(wallet, to, 2n)
    expect(answer).toMatchObject({ status: 200, content: { success: true } })
    const { statusOf } = service
    await expect.poll(() => statusOf(answer.content.transactionHash)).toBe('CONFIRMED')
    expect(await service.coinsOf(to)).toBe(2n)
    const { content } = await service.call('GET', '/readyz', { key: null })
    expect(content.checks.chain).toMatchObject({ ready: true, note: expect.stringContaining(variant.note) })
    const kinds = await service.ctx.db.selectFrom('relayer_attempts').select('kind').execute()
    expect(kinds.every(({ kind }) => kind === 'call')).toBe(true)
  },
)
