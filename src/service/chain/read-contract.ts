import { decodeAbiParameters, encodeDeployData, size, slice, type Address, type Hex } from 'viem'
import { batchReadBytecode } from '#protocol/abi/batch-read-bytecode.ts'
import { batchReadAbi } from '#protocol/abi/batch-read.ts'
import { chunks } from './chain-data.ts'
import type { ChainReader } from './chain.ts'
import { isExecutionFailure } from './read-call-failure.ts'
import { blockParameter, dataSchema, quantity, type BlockAt } from './rpc-schemas.ts'
import { RpcError } from './rpc.ts'

export type ContractRead = { contract: Address; data: Hex }

/** Default maximum of bytes that are read of each result. Enough for a name of 64 characters. */
export const ANSWER_BYTES_MAX = 320

/**
 * Gas limit per read. Proxies that compute interest need some 100,000. A hostile contract can waste no more
 * than this.
 */
const GAS_EACH = 300_000n
/**
 * Reads per call. With results of full length, the returned bytes stay below the size limit of a contract
 * (EIP-170).
 */
const READS_PER_CALL = 40

/**
 * Reads contracts now or at a recent block, with one `eth_call` for forty reads. Returns the results in the order of
 * the reads. The result is `0x` if a read fails or needs too much gas, or if there is no contract at its address.
 *
 * @param answerBytes Maximum bytes of each result. Longer results are truncated.
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT if the node cannot be reached
 */
export async function readContracts(
  chain: ChainReader,
  reads: readonly ContractRead[],
  at: BlockAt = 'latest',
  answerBytes: number = ANSWER_BYTES_MAX,
): Promise<Hex[]> {
  const perCall = Math.min(READS_PER_CALL, Math.floor((READS_PER_CALL * ANSWER_BYTES_MAX) / answerBytes))
  const batches = chunks(reads, perCall)
  return (
    await Promise.all(batches.map((batch) => readBatch(chain, batch, { at, answerBytes, gas: GAS_EACH })))
  ).flat()
}

type Reading = { at: BlockAt; answerBytes: number; gas: bigint }

/**
 * Reads a batch of contracts. If the node refuses the batch because of its gas or size, splits it in halves. A single
 * refused read is sent as a plain call.
 */
async function readBatch(
  chain: ChainReader,
  reads: readonly ContractRead[],
  reading: Reading,
): Promise<Hex[]> {
  const { at, answerBytes, gas } = reading
  try {
    const calls = reads.map(({ contract, data }) => ({ target: contract, callData: data }))
    const args = [calls, gas, BigInt(answerBytes)] as const
    const data = encodeDeployData({ abi: batchReadAbi, bytecode: batchReadBytecode, args })
    const returned = await chain.rpc.request(dataSchema, 'eth_call', [{ data }, blockParameter(at)])
    const answers = decode(returned)
    if (answers?.length === reads.length) return [...answers]
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
  }
  const [only] = reads
  if (only !== undefined && reads.length === 1) {
    const answer = await readContract(chain, only.contract, only.data, at)
    return [size(answer) > answerBytes ? slice(answer, 0, answerBytes) : answer]
  }
  const middle = Math.ceil(reads.length / 2)
  return [
    ...(await readBatch(chain, reads.slice(0, middle), reading)),
    ...(await readBatch(chain, reads.slice(middle), reading)),
  ]
}

/**
 * Reads a contract that may be hostile, at the newest block, with a limit on its gas and on the bytes of its
 * result. Returns `0x` if the call fails or there is no contract.
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT if the node cannot be reached
 */
export async function readBounded(
  chain: ChainReader,
  read: ContractRead,
  bounds: { gas: bigint; answerBytes: number },
): Promise<Hex> {
  const [answer = '0x'] = await readBatch(chain, [read], { at: 'latest', ...bounds })
  return answer
}

/** Decodes the results of a batch. Undefined if the node did not return what the constructor of the batch returns. */
function decode(returned: Hex): readonly Hex[] | undefined {
  try {
    return decodeAbiParameters([{ type: 'bytes[]' }], returned)[0]
  } catch {
    return undefined
  }
}

/**
 * Gas limit of a read. A well-behaved token needs a fraction of it. The limit also bounds the size of a hostile
 * token's result.
 */
const READ_GAS = 1_000_000n

/** Returns the result of a contract's call, now or at a recent block; `0x` if the call fails. */
export async function readContract(
  chain: ChainReader,
  contract: Address,
  data: Hex,
  at: BlockAt = 'latest',
): Promise<Hex> {
  try {
    const call = { to: contract, data, gas: quantity(READ_GAS) }
    return await chain.rpc.request(dataSchema, 'eth_call', [call, blockParameter(at)])
  } catch (error) {
    // A revert means that the contract has no such function. Any other error is a failure of the node.
    if (error instanceof RpcError && isExecutionFailure(error)) return '0x'
    throw error
  }
}
