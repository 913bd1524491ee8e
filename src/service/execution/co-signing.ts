import type { Address, Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { requireOwnSource } from '#service/approvals/own-source.ts'
import type { Chain } from '#service/chain/chain.ts'
import { checkCoSignature } from '#service/chain/co-signature.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import type { HasChain } from '#service/context-parts.ts'
import type { OwnCoSigners } from './exempt-call.ts'
import { invalidSignature } from './require-signature.ts'

/**
 * The co-signer of a wallet, and the source of its signature. `request`: the request brought it. `approval`: the
 * end-user signs with the approval. `policies`: the organization's policy signer signs calls that passed the policies.
 */
export type CoSigning = { coSigner: Address; from: 'request' | 'approval' | 'policies' }

type Asked = {
  walletAddress: Address
  digest: Hex
  coSignature: Hex | undefined
  own: OwnCoSigners
}

/**
 * Finds out whose signature a call needs besides the passkey's, and checks the request's co-signature.
 * Returns undefined if the wallet has no co-signer. Reads the chain.
 *
 * @throws INVALID_SIGNATURE for a wrong co-signature, and for a co-signature of a wallet without a co-signer
 * @throws CO_SIGNATURE_MISSING if the service cannot provide the co-signature
 * @throws CO_SIGNER_NOT_READY if the request has the signature of a contract that is not deployed or does not
 * respond
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function readCoSigning(
  { chain }: HasChain,
  { walletAddress, ...asked }: Asked,
): Promise<CoSigning | undefined> {
  const { coSigner } = (await readAuthority(chain, walletAddress)) ?? {}
  return requireCoSigning(chain, coSigner && checksumAddress(coSigner), asked)
}

/** Does the same as `readCoSigning` with a co-signer that was just read from the chain. */
export async function requireCoSigning(
  chain: Chain,
  coSigner: Address | undefined,
  { digest, coSignature, own }: Omit<Asked, 'walletAddress'>,
): Promise<CoSigning | undefined> {
  if (coSigner === undefined) {
    if (coSignature === undefined) return undefined
    throw invalidSignature('the wallet has no co-signer, so nothing may follow the number of the key')
  }
  if (coSignature !== undefined) {
    await requireCoSignature(chain, coSigner, { digest, coSignature })
    return { coSigner, from: 'request' }
  }
  // The approval wallet may not be deployed yet. This is not an obstacle now, because the call is held and the
  // approval checks the deployment.
  return { coSigner, from: requireOwnSource(coSigner, own) }
}

async function requireCoSignature(
  chain: Chain,
  coSigner: Address,
  signed: { digest: Hex; coSignature: Hex },
): Promise<void> {
  const check = await checkCoSignature(chain, coSigner, signed)
  if (check === 'not-ready') throw apiError('CO_SIGNER_NOT_READY', coSigner)
  if (check === 'invalid') throw invalidSignature(`the co-signer ${coSigner} did not sign this`)
}
