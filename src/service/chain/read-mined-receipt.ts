import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { logSchema } from './chain-log.ts'
import type { ChainReader } from './chain.ts'
import { readList } from './read-list.ts'
import { requestFound } from './request-found.ts'
import {
  hashSchema,
  quantity,
  quantitySchema,
  receiptSchema,
  unknownable,
  type Receipt,
} from './rpc-schemas.ts'
import { RpcError, UnexpectedAnswer, type Rpc } from './rpc.ts'
import { simulateCall, type SimulatedCall } from './simulate.ts'

/** The block of a mined transaction. */
type Inclusion = { transactionHash: Hex; blockNumber: bigint; blockHash: Hex }

/**
 * Returns the receipt of a mined transaction if the node returns none for its hash. Reads the receipt from the
 * receipts of the block, or builds it from the transaction's logs in that block. If the transaction has no logs, its
 * call is simulated at the block before, and the receipt has `isSimulated`. Null if the transaction is in no block,
 * or if its outcome cannot be determined.
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT if the node cannot be reached
 */
export async function readMinedReceipt(
  chain: ChainReader,
  hash: Hex,
  call: SimulatedCall,
): Promise<Receipt | null> {
  const inclusion = await findInclusion(chain, hash)
  if (inclusion === undefined) return null
  return (
    (await readOfBlock(chain.rpc, inclusion)) ??
    (await readOfLogs(chain.rpc, inclusion)) ??
    readOfCall(chain.rpc, inclusion, call)
  )
}

const inclusionSchema = z.nullish(
  z.object({ blockNumber: unknownable(quantitySchema), blockHash: unknownable(hashSchema) }),
)

async function findInclusion({ rpc }: ChainReader, transactionHash: Hex): Promise<Inclusion | undefined> {
  const found = await requestFound(rpc, inclusionSchema, 'eth_getTransactionByHash', [transactionHash])
  const { blockNumber, blockHash } = found ?? {}
  if (blockNumber === undefined || blockHash === undefined) return undefined
  return { transactionHash, blockNumber, blockHash }
}

async function readOfBlock(rpc: Rpc, inclusion: Inclusion): Promise<Receipt | undefined> {
  const receipts = await readList(rpc, 'eth_getBlockReceipts', [quantity(inclusion.blockNumber)])
  return (receipts ?? [])
    .flatMap((receipt) => receiptSchema.safeParse(receipt).data ?? [])
    .find(({ transactionHash, blockHash }) => {
      return transactionHash === inclusion.transactionHash && blockHash === inclusion.blockHash
    })
}

/**
 * Builds the receipt from the transaction's logs. A reverted transaction has no logs, so one that has logs
 * succeeded.
 */
async function readOfLogs(rpc: Rpc, inclusion: Inclusion): Promise<Receipt | undefined> {
  const items = await readList(rpc, 'eth_getLogs', [{ blockHash: inclusion.blockHash }])
  const logs = (items ?? [])
    .flatMap((item) => logSchema.safeParse(item).data ?? [])
    .filter(({ transactionHash }) => transactionHash === inclusion.transactionHash)
    .toSorted((a, b) => Number(a.logIndex - b.logIndex))
  return logs.length === 0 ? undefined : { ...inclusion, status: 1n, logs }
}

/**
 * Builds the receipt from a simulation of the call at the block before. If the call succeeds, the logs stay
 * undefined, so that nothing is concluded from missing logs.
 */
async function readOfCall(rpc: Rpc, inclusion: Inclusion, call: SimulatedCall): Promise<Receipt | null> {
  const simulation = await simulateCall(rpc, call, inclusion.blockNumber - 1n).catch((error: unknown) => {
    if (error instanceof RpcError || error instanceof UnexpectedAnswer) return undefined
    throw error
  })
  if (simulation === undefined) return null
  const concluded = { ...inclusion, isSimulated: true } as const
  return simulation.ok ? { ...concluded, status: 1n } : { ...concluded, status: 0n, logs: [] }
}
