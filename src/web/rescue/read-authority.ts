import type { Address, Hex } from 'viem'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { decodeArguments } from '#protocol/signing/abi-decode.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { NodeError } from '#web/ui/ask-node.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import type { Node } from './node.ts'

/** A public key that can sign for a wallet, and its number in signatures (profile 2). */
export type WalletKey = { number: number; qx: bigint; qy: bigint }

/** The address that must also sign a wallet's calls, and its removal (profile 14). */
export type CoSigner = {
  address: Address
  /** Unix time in seconds when its removal takes effect. Undefined if no removal was started. */
  until: bigint | undefined
}

/** The present keys and co-signer of a deployed wallet, as the node reports them. */
export type Authority = {
  /** Sorted by number, lowest first. */
  keys: WalletKey[]
  /** Undefined if a key's signature suffices. */
  coSigner: CoSigner | undefined
}

/** Maximum number of keys of a wallet. */
const PLACES = 8
const KEY_WORDS = Array.from({ length: 2 * PLACES }, () => 'uint256')

/**
 * Reads the keys and the co-signer of a deployed wallet.
 *
 * @throws ReadableError if the contract is not a wallet
 */
export async function readAuthority(node: Node, wallet: Address): Promise<Authority> {
  const keys = await readKeys(node, wallet)
  if (keys === undefined) return { keys: [await readOnlyKey(node, wallet)], coSigner: undefined }
  return { keys, coSigner: await readCoSigner(node, wallet) }
}

/**
 * Reads the present co-signer of a deployed wallet. Undefined if there is none or its removal took effect.
 */
export async function readCoSigner(node: Node, wallet: Address): Promise<CoSigner | undefined> {
  const [address, until] = await Promise.all([
    readWords(node, wallet, 'coSigner()', ['address']),
    readWords(node, wallet, 'coSignerUntil()', ['uint256']),
  ])
  const present = checksumAddress(address[0] ?? ZERO_ADDRESS)
  if (present === ZERO_ADDRESS) return undefined
  const end = BigInt(until[0] ?? 0)
  return { address: present, until: end === 0n ? undefined : end }
}

/** Reads the keys. Undefined for a wallet of an earlier factory, which has one key and no co-signer. */
async function readKeys(node: Node, wallet: Address): Promise<WalletKey[] | undefined> {
  const answer = await call(node, wallet, 'keys()').catch((cause: unknown) => {
    // A contract without this function reverts without a reason.
    if (cause instanceof NodeError && cause.data !== undefined) return '0x' as const
    throw cause
  })
  if (answer === '0x') return undefined
  const words = decodeArguments(KEY_WORDS, bytesFromHex(answer))
  if (words === undefined) throw notAWallet()
  return Array.from({ length: PLACES }, (_, number) => ({
    number,
    qx: BigInt(words[2 * number] ?? 0),
    qy: BigInt(words[2 * number + 1] ?? 0),
  })).filter(({ qy }) => qy !== 0n)
}

async function readOnlyKey(node: Node, wallet: Address): Promise<WalletKey> {
  const [[qx = '0'], [qy = '0']] = await Promise.all([
    readWords(node, wallet, 'qx()', ['uint256']),
    readWords(node, wallet, 'qy()', ['uint256']),
  ])
  return { number: 0, qx: BigInt(qx), qy: BigInt(qy) }
}

async function readWords(node: Node, wallet: Address, name: string, types: string[]): Promise<string[]> {
  const words = decodeArguments(types, bytesFromHex(await call(node, wallet, name)))
  if (words === undefined) throw notAWallet()
  return words
}

function call(node: Node, to: Address, name: string): Promise<Hex> {
  return node.hex('eth_call', [{ to, data: encodeCall(name, []) }, 'latest'])
}

function notAWallet(): ReadableError {
  return new ReadableError(t('The contract at this address does not respond like a wallet.'))
}
