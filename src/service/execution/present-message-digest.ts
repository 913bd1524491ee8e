import type { Address, Hex } from 'viem'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import type { Context } from '#service/context.ts'
import type { Execution } from './read-execution.ts'

/** The digest of a message, and the co-signer that it names. Undefined if the wallet has none. */
export type MessageDigest = { digest: Hex; coSigner: Address | undefined }

/**
 * The digest that a wallet's passkey signs for a message now. It names the co-signer of the wallet, so a signature is void once
 * that changes. A wallet that never reported a change is not asked.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function presentMessageDigest(
  { chain }: Pick<Context, 'chain'>,
  { wallet, hasChangedAuthority }: Pick<Execution, 'wallet' | 'hasChangedAuthority'>,
  hash: Hex,
): Promise<MessageDigest> {
  const authority = hasChangedAuthority ? await readAuthority(chain, wallet.address) : undefined
  const coSigner = authority?.coSigner
  return { digest: messageDigest(chain.id, wallet.address, hash, coSigner), coSigner }
}
