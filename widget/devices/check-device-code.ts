import { sameAddress } from '#protocol/display/address.ts'
import { readDeviceCode, type DeviceCode } from '#widget/keys/device-code.ts'
import { domainHash } from '#widget/passkey/sha256.ts'
import { importKey } from '#widget/passkey/sign-digest.ts'
import type { GuardedDetails } from '#widget/wallet/wallet-authority.ts'
import { findKey } from '#widget/wallet/wallet-details.ts'

/** Reason why a code cannot be added. Also the key of the displayed sentence. */
export type CodeProblem = 'missing' | 'format' | 'wallet' | 'domain' | 'known' | 'invalid'

/** Reads the code of a new device, or returns why it does not fit this wallet. */
export async function checkDeviceCode(
  text: string,
  details: GuardedDetails,
): Promise<DeviceCode | CodeProblem> {
  if (text.trim() === '') return 'missing'
  const code = readDeviceCode(text)
  if (code === undefined) return 'format'
  if (!sameAddress(code.wallet, details.address)) return 'wallet'
  if ((await domainHash(code.rpId)) !== details.rpIdHash.toLowerCase()) return 'domain'
  if (findKey(details, code) !== undefined) return 'known'
  try {
    await importKey(code.qx, code.qy)
    return code
  } catch {
    return 'invalid'
  }
}
