import * as z from 'zod/mini'
import { dataSchema } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import type { HasChain } from '#service/context-parts.ts'

/**
 * Methods that the sandbox's chain allows for anyone: reads, and sending signed transactions. Excludes the
 * node's own commands (anvil_, evm_, hardhat_, debug_), which would change the chain without our record of it.
 */
const ALLOWED = new Set(
  `
    eth_accounts eth_blockNumber eth_call eth_chainId eth_estimateGas eth_feeHistory eth_gasPrice
    eth_getBalance eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts
    eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getCode eth_getLogs
    eth_getProof eth_getStorageAt eth_getTransactionByBlockHashAndIndex
    eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash eth_getTransactionCount
    eth_getTransactionReceipt eth_maxPriorityFeePerGas eth_sendRawTransaction eth_syncing net_listening
    net_version web3_clientVersion web3_sha3
  `
    .trim()
    .split(/\s+/),
)
const BATCH_MAX = 50

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  method: z.string(),
  params: z.optional(z.array(z.unknown())),
})
type RpcRequest = z.output<typeof requestSchema>

type RpcId = string | number | null
type RpcFailure = { code: number; message: string; data?: unknown }
export type RpcAnswer =
  | { jsonrpc: '2.0'; id: RpcId; result: unknown }
  | { jsonrpc: '2.0'; id: RpcId; error: RpcFailure }

/** `POST /sandbox/rpc`: JSON-RPC 2.0, single or in a batch, for the allowed methods. */
export async function answerRpc(ctx: HasChain, body: unknown): Promise<RpcAnswer[] | RpcAnswer> {
  if (!Array.isArray(body)) return answerOne(ctx, body)
  if (body.length === 0 || body.length > BATCH_MAX) {
    return failure(null, { code: -32600, message: `A batch has 1 to ${BATCH_MAX} requests` })
  }
  return Promise.all(body.map((one) => answerOne(ctx, one)))
}

async function answerOne(ctx: HasChain, body: unknown): Promise<RpcAnswer> {
  const parsed = requestSchema.safeParse(body)
  if (!parsed.success) return failure(null, { code: -32600, message: 'This is not a JSON-RPC 2.0 request' })
  const { id = null, method } = parsed.data
  if (!ALLOWED.has(method)) return failure(id, { code: -32601, message: 'This method is not served here' })
  try {
    return { jsonrpc: '2.0', id, result: await ask(ctx, parsed.data) }
  } catch (error) {
    if (!(error instanceof RpcError))
      return failure(id, { code: -32603, message: 'The chain did not respond' })
    const { rpcCode: code, rpcMessage: message, data } = error
    return failure(id, data === undefined ? { code, message } : { code, message, data })
  }
}

/** Sends a request through the connection, so that an accepted transaction is recorded before the response. */
async function ask(ctx: HasChain, { method, params = [] }: RpcRequest): Promise<unknown> {
  if (method !== 'eth_sendRawTransaction') return ctx.chain.rpc.request(z.unknown(), method, params)
  const raw = z.tuple([dataSchema]).safeParse(params)
  if (!raw.success)
    throw new RpcError(method, { code: -32602, message: 'params must be one signed transaction' })
  return ctx.chain.sendRawTransaction(raw.data[0])
}

function failure(id: RpcId, error: RpcFailure): RpcAnswer {
  return { jsonrpc: '2.0', id, error }
}
