import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { decodeArguments } from '#protocol/signing/abi-decode.ts'
import { functionSelector } from '#protocol/signing/function-signature.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import type { Receipt } from './receipt.ts'
import type { AskNode } from './verifiers.ts'

/** Number of key slots in a wallet (profile 2). */
const PLACES = 8
const KEY_WORDS = [...Array<undefined>(2 * PLACES)].map(() => 'uint256')
const answerSchema = z.pipe(
  z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/)),
  z.transform((text): Hex => `0x${text.slice(2).toLowerCase()}`),
)

/**
 * Whether the wallet accepted the receipt's passkey in the receipt's block. Checks the present state if the
 * node no longer has that block's state.
 *
 * @throws if the node is unreachable
 */
export async function isWalletKeyAt(receipt: Receipt, ask: AskNode): Promise<boolean> {
  const { publicKey } = receipt.wallet
  const block = `0x${BigInt(receipt.outcome.blockNumber).toString(16)}`
  const keys = await readKeys(receipt, ask, block).catch(() => readKeys(receipt, ask, 'latest'))
  return keys.some(({ x, y }) => x === BigInt(publicKey.x) && y === BigInt(publicKey.y))
}

async function readKeys({ wallet }: Receipt, ask: AskNode, block: string) {
  const read = async (name: string, types: string[]) => {
    const data = hexFromBytes(functionSelector(name))
    const answer = answerSchema.parse(await ask('eth_call', [{ to: wallet.address, data }, block]))
    return decodeArguments(types, bytesFromHex(answer))?.map(BigInt)
  }
  const words = await read('keys()', KEY_WORDS)
  return [...Array<undefined>(PLACES)].map((_, place) => ({
    x: words?.[2 * place],
    y: words?.[2 * place + 1],
  }))
}
