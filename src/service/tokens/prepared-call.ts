import type { Address, Hex } from 'viem'
import type { PreparedCall } from '#protocol/baas/tokens.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'

/** The answer of a prepare endpoint of ours: it always carries the encoded call (profile 5). */
export type EncodedCall = PreparedCall & { toAddress: Address; txObject: { data: Hex } }

/** The one answer of all prepare endpoints: the call of a token's function, for a passkey to sign (ADR 0008). */
export function preparedCall(
  tokenAddress: string,
  functionSignature: string,
  params: string[],
  data: Hex = encodeCall(functionSignature, params),
): EncodedCall {
  return {
    success: true,
    toAddress: checksumAddress(tokenAddress),
    txObject: { functionSignature, params, data },
  }
}
