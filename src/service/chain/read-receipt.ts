import type { Hex } from 'viem'
import * as z from 'zod/mini'
import type { ChainConnection } from './chain.ts'
import { receiptSchema, type Receipt } from './rpc-schemas.ts'

const nullableReceiptSchema = z.nullable(receiptSchema)

/** The receipt of a hash, or `null` while it is not mined. A receipt of another transaction is none. */
export async function readReceipt(chain: Pick<ChainConnection, 'rpc'>, hash: Hex): Promise<Receipt | null> {
  const receipt = await chain.rpc.request(nullableReceiptSchema, 'eth_getTransactionReceipt', [hash])
  return receipt?.transactionHash === hash ? receipt : null
}
