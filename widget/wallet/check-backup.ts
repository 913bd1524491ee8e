import type { Address } from 'viem'
import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { hasWrongChecksum } from '#protocol/display/has-wrong-checksum.ts'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import { isAddress } from '#protocol/signing/word.ts'

/** What is wrong with a backup address; the code is the name of its sentence. */
export type BackupProblem = 'missing' | 'notAddress' | 'checksum' | 'self' | 'token' | 'same' | 'imitation'

/** `wallets` are the user's own, `tokens` contracts that can sign nothing, `present` the backup address that there is. */
export type BackupSurroundings = {
  wallet: string
  wallets: readonly { address: string }[]
  tokens: readonly { address: string }[]
  present: string | undefined
}

/**
 * Whether an address can be the one that brings a wallet back. A wallet of the same person is refused: it is lost together
 * with this one where both passkeys are on one device.
 */
export function checkBackup(
  typed: string,
  { wallet, wallets, tokens, present }: BackupSurroundings,
): { address: Address; problem?: undefined } | { address?: undefined; problem: BackupProblem } {
  const text = typed.trim()
  if (text === '') return { problem: 'missing' }
  if (!isAddress(text) || sameAddress(text, ZERO_ADDRESS)) return { problem: 'notAddress' }
  if (hasWrongChecksum(text)) return { problem: 'checksum' }
  const address = checksumAddress(text)
  const isIn = (list: readonly { address: string }[]) => list.some((one) => sameAddress(one.address, address))
  if (sameAddress(address, wallet) || isIn(wallets)) return { problem: 'self' }
  if (isIn(tokens)) return { problem: 'token' }
  if (present !== undefined && sameAddress(present, address)) return { problem: 'same' }
  const known = [{ address: wallet }, ...wallets, ...(present === undefined ? [] : [{ address: present }])]
  return imitatedBy(address, known) === undefined ? { address } : { problem: 'imitation' }
}
