import type { Address } from 'viem'
import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { hasWrongChecksum } from '#protocol/display/has-wrong-checksum.ts'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import { isAddress } from '#protocol/signing/word.ts'

/** A problem of a backup address. The code is also the key of its sentence. */
export type BackupProblem =
  | 'missing'
  | 'notAddress'
  | 'checksum'
  | 'self'
  | 'token'
  | 'same'
  | 'coSigner'
  | 'imitation'

/**
 * The addresses that a backup address is compared with. `present` is the wallet's present backup address,
 * undefined if it has none. `coSigners` has the co-signer and the address that can become it.
 */
export type KnownAddresses = {
  wallets: readonly { address: string }[]
  coins: readonly { address: string }[]
  present: string | undefined
  coSigners: readonly { address: string }[]
}

/**
 * Returns the checksummed address, or the reason why it cannot be the backup address. A wallet of the same
 * person is rejected, because both are lost together if their passkeys are on one device.
 */
export function checkBackupAddress(
  typed: string,
  { wallets, coins, present, coSigners }: KnownAddresses,
): Address | BackupProblem {
  const text = typed.trim()
  if (text === '') return 'missing'
  if (!isAddress(text) || sameAddress(text, ZERO_ADDRESS)) return 'notAddress'
  if (hasWrongChecksum(text)) return 'checksum'
  const address = checksumAddress(text)
  const isIn = (list: readonly { address: string }[]) => list.some((one) => sameAddress(one.address, address))
  if (isIn(wallets)) return 'self'
  // Token contracts cannot sign.
  if (isIn(coins)) return 'token'
  if (present !== undefined && sameAddress(present, address)) return 'same'
  // If the backup address were also the co-signer, one key would have two votes.
  if (isIn(coSigners)) return 'coSigner'
  const known = [...wallets, ...coSigners, ...(present === undefined ? [] : [{ address: present }])]
  if (imitatedBy(address, known) !== undefined) return 'imitation'
  return address
}
