import type { Hex } from 'viem'
import type { HeldMessage } from '#protocol/approver-api.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { formatTitle } from '#protocol/display/call-words.ts'
import type { ReadMessage } from '#protocol/messages/message-reading.ts'
import { readMessage } from '#protocol/messages/read-message.ts'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { formatExact, t, translated } from '#web/ui/text.ts'

/** The decoded message and its digest. */
export type ReadHeldMessage = ReadMessage & { digest: Hex }

/** Decodes a message. Undefined if it cannot be read. */
export function readHeldMessage(
  held: HeldMessage,
  tokens: readonly KnownToken[],
): ReadHeldMessage | undefined {
  const { message, chainId, origin } = held
  const walletAddress = checksumAddress(held.walletAddress)
  try {
    const read = readMessage(message, { chainId, walletAddress, tokens, origin, nowMs: Date.now() })
    const coSigner = held.coSigner === undefined ? undefined : checksumAddress(held.coSigner)
    return read && { ...read, digest: messageDigest(chainId, walletAddress, read.hash, coSigner) }
  } catch {
    return undefined
  }
}

export function titleOfMessage(message: ReadHeldMessage | undefined): string {
  if (message?.kind === 'cancellation') return t('Cancel a signed payment')
  const [only, ...others] = message?.permissions ?? []
  if (only === undefined) return t('Sign data')
  return others.length > 0 ? t('Sign several permissions') : formatTitle(only, translated, formatExact)
}

/** Text for a state. */
export function messageSentence(status: HeldMessage['status']): string {
  const sentences = {
    PENDING_USER_APPROVAL: t('It is already signed. The page gets the signature when you approve.'),
    APPROVED: t('You approved it, and the page has the signature.'),
    REJECTED: t('It was declined, and the page did not get the signature.'),
    EXPIRED: t('It was not approved in time, and the page did not get the signature.'),
  }
  return sentences[status]
}
