import type { ReadMessage } from '#protocol/messages/message-reading.ts'
import { readMessage } from '#protocol/messages/read-message.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { Context } from '#service/context.ts'

type SentMessage = { walletAddress: string; message: SignableMessage; origin: string }

/**
 * Reads a message as it was sent, with no known tokens. Returns undefined for what may be a transaction or a hash.
 *
 * @throws an Error that says what is wrong with it
 */
export function readSentMessage(
  { chain, clock }: Pick<Context, 'chain' | 'clock'>,
  { walletAddress, message, origin }: SentMessage,
): ReadMessage | undefined {
  const page = { chainId: chain.id, walletAddress: checksumAddress(walletAddress), tokens: [], origin }
  return readMessage(message, { ...page, nowMs: clock.now().getTime() })
}
