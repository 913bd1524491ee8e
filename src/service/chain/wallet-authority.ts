import { encodeFunctionData, type Address, type Hex } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { ChainReader } from './chain.ts'
import { readContracts, type ContractRead } from './read-contract.ts'
import { answeredAddress, answeredNumber } from './token-answer.ts'

/** A key that can sign alone for a wallet. `number`: its place in the wallet, which signatures contain (profile 2). */
export type WalletKey = { number: number; x: bigint; y: bigint }

/** The keys and the co-signer that control a deployed wallet now. */
export type Authority = {
  /**
   * The address that must also sign. Undefined if the wallet has no co-signer, or if the co-signer's removal has
   * taken effect.
   */
  coSigner: Address | undefined
  /** Unix time in seconds at which the removal of `coSigner` takes effect. Undefined if no removal was started. */
  coSignerUntilSeconds: bigint | undefined
  /** At least one key, lowest number first. */
  keys: WalletKey[]
  /** Number of the main key in `keys`. In signatures, the main key has the number 0 instead. */
  mainNumber: number
}

const QUESTIONS = (['keys', 'coSigner', 'coSignerUntil', 'qx', 'qy'] as const).map((functionName) =>
  encodeFunctionData({ abi: passkeyWalletAbi, functionName }),
)

const CO_SIGNER_QUESTIONS = (['coSigner', 'coSignerUntil'] as const).map((functionName) =>
  encodeFunctionData({ abi: passkeyWalletAbi, functionName }),
)

/** Maximum bytes of each result: room for the eight keys of `keys()`. */
export const AUTHORITY_BYTES = 8 * 2 * 32

/**
 * Reads the keys and the co-signer of a wallet in one request. Returns undefined if there is no contract at
 * the address yet.
 *
 * @throws CHAIN_FAILED if the contract there does not respond like a wallet; CHAIN_TIMEOUT
 */
export async function readAuthority(chain: ChainReader, wallet: Address): Promise<Authority | undefined> {
  return decodeAuthority(await readContracts(chain, authorityReads(wallet), 'latest', AUTHORITY_BYTES))
}

/** Returns the reads that `decodeAuthority` understands, for callers who read more of a wallet in the same request. */
export function authorityReads(wallet: Address): ContractRead[] {
  return QUESTIONS.map((data) => ({ contract: wallet, data }))
}

/**
 * Decodes the results of `authorityReads`. Returns undefined if the address has no contract.
 *
 * @throws CHAIN_FAILED if the results are not those of a wallet
 */
export function decodeAuthority(answers: readonly Hex[]): Authority | undefined {
  if (answers.every((answer) => answer === '0x')) return undefined
  const [allKeys = '0x', coSigner = '0x', until = '0x', qx = '0x', qy = '0x'] = answers
  // Wallets of an earlier factory have only one key and no co-signer.
  const keys = allKeys === '0x' ? keyInPlace(0, qx, qy) : keysByPlace(allKeys)
  const [main] = keys
  if (main === undefined) throw apiError('CHAIN_FAILED')
  const address = answeredAddress(coSigner)
  const isSet = address !== undefined && address !== ZERO_ADDRESS
  const end = answeredNumber(until) ?? 0n
  return {
    coSigner: isSet ? address : undefined,
    coSignerUntilSeconds: isSet && end !== 0n ? end : undefined,
    keys,
    mainNumber: main.number,
  }
}

/** The co-signer of a wallet at a block. `untilSeconds` is zero if no removal was started. */
export type CoSignerAt = { coSigner: Address | undefined; untilSeconds: bigint }

/**
 * Reads the co-signers of wallets at a block. Omits addresses that do not respond like a wallet, because the node may
 * lag or lack their state at that block.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function readCoSigners(
  chain: ChainReader,
  wallets: readonly Address[],
  at: bigint,
): Promise<ReadonlyMap<Address, CoSignerAt>> {
  const reads = wallets.flatMap((contract) => CO_SIGNER_QUESTIONS.map((data) => ({ contract, data })))
  const answers = await readContracts(chain, reads, at)
  return new Map(
    wallets.flatMap((wallet, index) => {
      const [address, until] = answers.slice(index * CO_SIGNER_QUESTIONS.length)
      const coSigner = answeredAddress(address ?? '0x')
      const untilSeconds = answeredNumber(until ?? '0x')
      if (coSigner === undefined || untilSeconds === undefined) return []
      return [[wallet, { coSigner: coSigner === ZERO_ADDRESS ? undefined : coSigner, untilSeconds }] as const]
    }),
  )
}

const PRESENCE_QUESTIONS = (['coSigner', 'qx'] as const).map((functionName) =>
  encodeFunctionData({ abi: passkeyWalletAbi, functionName }),
)

/**
 * Reads whether wallets have a co-signer now. Omits addresses that do not respond like a wallet. Wallets of an
 * earlier factory have a key but no function for a co-signer, so they have none.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function readCoSigned(
  chain: ChainReader,
  wallets: readonly Address[],
): Promise<ReadonlyMap<Address, boolean>> {
  const reads = wallets.flatMap((contract) => PRESENCE_QUESTIONS.map((data) => ({ contract, data })))
  const answers = await readContracts(chain, reads)
  return new Map(
    wallets.flatMap((wallet, index) => {
      const [coSigner = '0x', qx = '0x'] = answers.slice(index * PRESENCE_QUESTIONS.length)
      if (answeredNumber(qx) === undefined) return []
      return [[wallet, (answeredAddress(coSigner) ?? ZERO_ADDRESS) !== ZERO_ADDRESS] as const]
    }),
  )
}

/** Hex digits of one ABI word. */
const WORD = 64
const PLACES = 8

function keysByPlace(answer: Hex): WalletKey[] {
  if (answer.length !== 2 + PLACES * 2 * WORD) throw apiError('CHAIN_FAILED')
  const words = answer.slice(2)
  return Array.from({ length: PLACES }).flatMap((_, place) => {
    const start = place * 2 * WORD
    return keyInPlace(place, `0x${words.slice(start)}`, `0x${words.slice(start + WORD)}`)
  })
}

/** Returns one key, or none if both coordinates are zero. */
function keyInPlace(number: number, qx: Hex, qy: Hex): WalletKey[] {
  const [x, y] = [answeredNumber(qx), answeredNumber(qy)]
  if (x === undefined || y === undefined) throw apiError('CHAIN_FAILED')
  return y === 0n ? [] : [{ number, x, y }]
}
