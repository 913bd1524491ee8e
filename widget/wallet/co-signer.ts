import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { WidgetApi } from '#widget/api.ts'
import { either, object, oneOf, optional, text } from '#widget/checks.ts'

export const addressOrNull = either(oneOf([null]), text(/^0x[0-9a-fA-F]{40}$/))
const hasCoSigner = object({ coSigner: optional(addressOrNull) })

/** The co-signer's address. Undefined if there is none. */
export function findCoSigner({ coSigner }: { coSigner?: string | null | undefined }): string | undefined {
  return coSigner === undefined || coSigner === null || sameAddress(coSigner, ZERO_ADDRESS)
    ? undefined
    : coSigner
}

/**
 * The co-signer of a wallet, as the server reads it from the chain. Undefined if there is none (profile 14).
 */
export async function readCoSigner(
  api: WidgetApi,
  wallet: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return findCoSigner(await api.get(`/wallets/${wallet}`, hasCoSigner, signal))
}
