import { sameAddress } from '#protocol/display/address.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { isAddress } from '#protocol/signing/word.ts'
import { WidgetError } from '#widget/errors.ts'
import type { Passkey } from '#widget/passkey/create-passkey.ts'
import { domainHash } from '#widget/passkey/sha256.ts'
import type { Prediction, PredictsWallet } from './create-context.ts'

/**
 * Predicts the wallet's address and fee state. The server's address must equal the address computed here from
 * the passkey, because tokens sent to any other address would be lost.
 *
 * @throws WidgetError `ADDRESS_MISMATCH`
 */
export async function predictWallet(context: PredictsWallet, passkey: Passkey): Promise<Prediction> {
  const { qx, qy, rpId } = passkey
  const rpIdHash = await domainHash(rpId)
  const predicted = await context.deps.api.predict({ qx, qy, rpIdHash }, context.signal)
  const { factory } = context.config
  if (!isAddress(factory)) throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'factory' })
  const address = walletAddress({ factory, qx: BigInt(`0x${qx}`), qy: BigInt(`0x${qy}`), rpIdHash })
  if (!sameAddress(predicted.address, address)) {
    throw new WidgetError('ADDRESS_MISMATCH', { detail: 'predict' })
  }
  return { address, deployed: predicted.deployed, fee: predicted.fee }
}

/** Whether the address holds less than the fee for a wallet. */
export function isShort({ deployed, fee }: Prediction): boolean {
  return !deployed && fee.required && !fee.sufficient
}
