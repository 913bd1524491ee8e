import type { Address, Hex } from 'viem'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import type { HasChain } from '#service/context-parts.ts'
import type { Execution } from './read-execution.ts'

/** The digest of a message, and the co-signer that it names. Undefined if the wallet has no co-signer. */
export type MessageDigest = { digest: Hex; coSigner: Address | undefined }

/**
 * Returns the digest that a wallet's passkey signs for a message now. It names the co-signer of the wallet,
 * so a signature becomes void when the co-signer changes. Always reads the chain: if the wallet's co-signer
 * is new, the plain digest would never be valid.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function presentMessageDigest(
  { chain }: HasChain,
  { wallet }: Pick<Execution, 'wallet'>,
  hash: Hex,
): Promise<MessageDigest> {
  const { coSigner } = (await readAuthority(chain, wallet.address)) ?? {}
  return { digest: messageDigest(chain.id, wallet.address, hash, coSigner), coSigner }
}
