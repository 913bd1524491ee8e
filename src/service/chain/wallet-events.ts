import { encodeFunctionData, toEventSelector, type Address, type Hex } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { EXECUTED_TOPIC } from '#protocol/executed-logs.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { AUTHORITY_TOPICS, readAuthorityEvent, type AuthorityEvent } from './authority-events.ts'
import { readHeader, readLogs, chunks, TOPIC_VALUES_MAX, type BlockRange } from './chain-data.ts'
import type { ChainLog } from './chain-log.ts'
import type { ChainReader } from './chain.ts'
import { readContracts } from './read-contract.ts'
import { type BlockAt, type ReceiptLog, lowerCase } from './rpc-schemas.ts'
import { RpcError } from './rpc.ts'

/** A wallet executed a signed call, or its signer spent the digest without effect. */
export type WalletEvent = {
  kind: 'executed' | 'cancelled'
  /** In lower case. */
  wallet: Address
  digest: Hex
  /** Hash of the transaction, from any sender. */
  hash: Hex
  blockNumber: bigint
  blockHash: Hex
}

/** The digest of a call, and its wallet in lower case. */
export type WalletDigest = { wallet: Address; digest: Hex }

const CANCELLED = toEventSelector('Cancelled(bytes32)')

const BLOCKS_START = 10_000n
/**
 * Maximum requests of one search. They cover more blocks than are mined during the longest validity of a signature.
 */
const RANGES_MAX = 500

/**
 * Returns the event of a digest in a log, or undefined for every other log. Any contract can emit such a log, so
 * the caller has to check the wallet.
 */
function walletEvent(log: ChainLog): WalletEvent | undefined {
  const [topic, digest] = log.topics
  if (digest === undefined || (topic !== EXECUTED_TOPIC && topic !== CANCELLED)) return undefined
  return {
    kind: topic === EXECUTED_TOPIC ? 'executed' : 'cancelled',
    wallet: lowerCase(log.address),
    digest,
    hash: log.transactionHash,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
  }
}

/** Whether a log is a wallet's own event that it executed a digest. */
export function isExecutedLog({ address, topics }: ReceiptLog, { wallet, digest }: WalletDigest): boolean {
  return topics[0] === EXECUTED_TOPIC && topics[1] === digest && lowerCase(address) === wallet
}

/**
 * The activity of wallets in a range of blocks: the digests they spent, and the changes of their keys and
 * co-signers, in order.
 */
export type WalletLogs = { events: WalletEvent[]; changes: AuthorityEvent[] }

/**
 * Reads the activity of all wallets in a range of blocks, in one request.
 *
 * @throws RpcError if the node refuses the range
 */
export async function readWalletLogs(chain: ChainReader, range: BlockRange): Promise<WalletLogs> {
  const logs = await readLogs(chain, range, [[EXECUTED_TOPIC, CANCELLED, ...AUTHORITY_TOPICS]])
  return {
    events: logs.flatMap((log) => walletEvent(log) ?? []),
    changes: logs.flatMap((log) => readAuthorityEvent(log) ?? []),
  }
}

/**
 * Reads the events of some digests in a range of blocks, in one request.
 *
 * @throws RpcError if the node refuses the range
 */
async function readDigestEvents(chain: ChainReader, range: BlockRange, digests: readonly Hex[]) {
  const logs = await readLogs(chain, range, [[EXECUTED_TOPIC, CANCELLED], digests])
  return logs.flatMap((log) => walletEvent(log) ?? [])
}

/**
 * Returns the digests that their wallets have used up at a block. The result is exact until the expiration of each
 * call.
 */
export async function readSpent<One extends WalletDigest>(
  chain: ChainReader,
  which: readonly One[],
  at: BlockAt,
): Promise<One[]> {
  const reads = which.map(({ wallet, digest }) => ({
    contract: wallet,
    data: encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'used', args: [digest] }),
  }))
  const answers = await readContracts(chain, reads, at)
  return which.filter((_, index) => /[1-9a-f]$/.test(answers[index]?.slice(2) ?? ''))
}

/**
 * Finds the events of these digests in any block up to `to`. Searches backwards until all events are found or the
 * blocks are older than `notBefore` (Unix seconds).
 *
 * @throws ApiError CHAIN_FAILED
 * @throws RpcError if the node refuses even single blocks
 */
export async function findWalletEvents(
  chain: ChainReader,
  which: readonly WalletDigest[],
  { to, notBefore }: { to: bigint; notBefore: bigint },
): Promise<WalletEvent[]> {
  const found: WalletEvent[] = []
  const missing = new Map(which.map((one) => [key(one), one]))
  let last = to
  let blocks = BLOCKS_START
  for (let asked = 0; missing.size > 0; asked += 1) {
    if (asked === RANGES_MAX) throw apiError('CHAIN_FAILED')
    const from = last >= blocks ? last - blocks + 1n : 0n
    const events = await readWalletEvents(chain, [...missing.values()], { from, to: last }).catch(
      (error: unknown) => {
        if (error instanceof RpcError && blocks > 1n) return undefined
        throw error
      },
    )
    if (events === undefined) {
      blocks /= 2n
      continue
    }
    for (const event of events) if (missing.delete(key(event))) found.push(event)
    if (from === 0n || (await isOlder(chain, from, notBefore))) break
    last = from - 1n
  }
  return found
}

async function readWalletEvents(chain: ChainReader, which: readonly WalletDigest[], range: BlockRange) {
  const wanted = new Set(which.map(key))
  const events: WalletEvent[] = []
  for (const some of chunks(which, TOPIC_VALUES_MAX)) {
    const read = await readDigestEvents(
      chain,
      range,
      some.map(({ digest }) => digest),
    )
    events.push(...read.filter((event) => wanted.has(key(event))))
  }
  return events
}

async function isOlder(chain: ChainReader, block: bigint, notBefore: bigint): Promise<boolean> {
  const header = await readHeader(chain, block)
  if (header === null) throw apiError('CHAIN_FAILED')
  return header.timestamp < notBefore
}

function key({ wallet, digest }: WalletDigest): string {
  return `${wallet} ${digest}`
}
