import { sameAddress } from '#protocol/display/address.ts'
import { text } from '#widget/checks.ts'
import type { Memory } from '#widget/memory.ts'

const isAddress = text(/^0x[0-9a-f]{40}$/)
const keyOf = (wallet: string): string => `latchkey:co-signer:${wallet.toLowerCase()}`

/** Stores the co-signer that was seen on the chain after this browser signed for it; undefined if there is none now. */
export function keepCoSigner({ store }: Pick<Memory, 'store'>, wallet: string, coSigner: string | undefined) {
  if (coSigner === undefined) store.removeItem(keyOf(wallet))
  else store.setItem(keyOf(wallet), coSigner.toLowerCase())
}

/**
 * Whether a server names another co-signer, or none, than this browser has signed for. It may have been changed elsewhere, or
 * the server lies: a message that names no co-signer is valid as soon as there is none.
 */
export function isOtherCoSigner(
  { store }: Pick<Memory, 'store'>,
  wallet: string,
  named: string | undefined,
): boolean {
  const known = store.getItem(keyOf(wallet))
  return isAddress(known) && !sameAddress(known, named ?? '')
}
