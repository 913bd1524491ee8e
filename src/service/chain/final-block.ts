import type { Hex } from 'viem'
import type { HasChain, HasConfirmations } from '#service/context-parts.ts'
import { readKnown, readNewest } from './chain-data.ts'
import type { BlockHeader } from './rpc-schemas.ts'

export type Block = { number: bigint; hash: Hex }
/** `timestamp` in Unix seconds. */
export type Final = Block & { parentHash: Hex; timestamp: bigint }

/** Returns the newest block at the depth that the deployment requires, or undefined while nodes disagree about it. */
export async function readFinalBlock({
  chain,
  settings,
}: HasChain & HasConfirmations): Promise<Final | undefined> {
  const newest = await readNewest(chain)
  const number = newest.number - BigInt(settings.confirmations) + 1n
  if (number < 0n) return undefined
  const header = number === newest.number ? newest : await readKnown(chain, number)
  if (header === null || (await chain.isContradicted?.(header)) === true) return undefined
  return toFinal(header)
}

export function toFinal({ number, hash, parentHash, timestamp }: BlockHeader): Final {
  return { number, hash, parentHash, timestamp }
}
