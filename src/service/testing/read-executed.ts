import type { Hex } from 'viem'
import { EXECUTED_TOPIC } from '#protocol/executed-logs.ts'
import { readReceipt } from '#service/chain/chain-data.ts'
import { blockSchema, quantity, quantitySchema } from '#service/chain/rpc-schemas.ts'
import type { Rpc } from '#service/chain/rpc.ts'

/**
 * The digests that wallets executed, one entry per execution, from the receipts of all blocks. It does not use
 * `eth_getLogs`, because EthereumJS fails for blocks that have a log without topics.
 */
export async function readExecuted(rpc: Rpc): Promise<Hex[]> {
  const executed: Hex[] = []
  const head = await rpc.request(quantitySchema, 'eth_blockNumber', [])
  for (let number = 0n; number <= head; number += 1n) {
    const { transactions } = await rpc.request(blockSchema, 'eth_getBlockByNumber', [quantity(number), false])
    const receipts = await Promise.all(transactions.map((hash) => readReceipt({ rpc }, hash)))
    for (const receipt of receipts)
      for (const { topics } of receipt?.logs ?? []) {
        const [topic, digest] = topics
        if (topic === EXECUTED_TOPIC && digest !== undefined) executed.push(digest)
      }
  }
  return executed
}
