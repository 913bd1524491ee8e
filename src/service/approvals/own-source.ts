import type { Address } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { OwnCoSigners } from '#service/execution/exempt-call.ts'

/**
 * Returns the source from which the service itself gets a co-signature.
 *
 * @throws CO_SIGNATURE_MISSING if another party must sign
 */
export function requireOwnSource(coSigner: Address, own: OwnCoSigners): 'approval' | 'policies' {
  const isOwn = (one: Address | undefined): boolean => one !== undefined && sameAddress(one, coSigner)
  if (isOwn(own.approvalWallet)) return 'approval'
  if (isOwn(own.policySigner)) return 'policies'
  throw apiError('CO_SIGNATURE_MISSING', coSigner)
}
