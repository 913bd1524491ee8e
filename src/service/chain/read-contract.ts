import { decodeAbiParameters, encodeDeployData, size, slice, type Address, type Hex } from 'viem'
import { batchReadAbi } from '#protocol/abi/batch-read.ts'
import { batchReadBytecode } from '#protocol/abi/batch-read-bytecode.ts'
import type { ChainReader } from './chain.ts'
import { RpcError } from './rpc.ts'
import { blockParameter, dataSchema, quantity, type BlockAt } from './rpc-schemas.ts'
import { isExecutionFailure } from './read-call-failure.ts'
import { chunks } from './chain-data.ts'

export type ContractRead = { contract: Address; data: Hex }

/** Bytes that are read of each answer, unless the caller says otherwise. Room for a name of 64 characters. */
export const ANSWER_BYTES_MAX = 320

/** Proxies that compute interest need some 100,000. A hostile contract can waste no more than this. */
const GAS_EACH = 300_000n
/** With answers of full length, what the call returns stays below the size of a contract (EIP-170). */
const READS_PER_CALL = 40

/**
 * What contracts answer now, or answered at a block of late, each to one call and in the order of the calls, by one
 * `eth_call` for forty of them. `0x` for a read that fails, wants too much gas or asks an address without a contract.
 *
 * @param answerBytes Bytes that are read of each answer. A longer one is cut there.
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT when the node cannot be asked
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

/** A batch that the node refuses, for its gas or its size, is asked for in halves, and a single read plainly. */
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
 * The newest answer of a contract that may be hostile: it gets so much gas, and so many bytes of its answer are read. `0x` if
 * the call fails or there is no contract.
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT when the node cannot be asked
 */
export async function readBounded(
  chain: ChainReader,
  read: ContractRead,
  bounds: { gas: bigint; answerBytes: number },
): Promise<Hex> {
  const [answer = '0x'] = await readBatch(chain, [read], { at: 'latest', ...bounds })
  return answer
}

/** `undefined` when the node answered a creation otherwise than with what the constructor returned. */
function decode(returned: Hex): readonly Hex[] | undefined {
  try {
    return decodeAbiParameters([{ type: 'bytes[]' }], returned)[0]
  } catch {
    return undefined
  }
}

/** Reads of an honest token need a fraction of it; it also bounds how much a hostile one can answer. */
const READ_GAS = 1_000_000n

/** The result of a contract's call, now or at a recent block; `0x` when the call fails. */
export async function readContract(chain: ChainReader, contract: Address, data: Hex, at: BlockAt = 'latest') {
  try {
    const call = { to: contract, data, gas: quantity(READ_GAS) }
    return await chain.rpc.request(dataSchema, 'eth_call', [call, blockParameter(at)])
  } catch (error) {
    // A revert means that the contract has no such function; another refusal is the node's.
    if (error instanceof RpcError && isExecutionFailure(error)) return '0x'
    throw error
  }
}
