import { checksumAddress } from '#protocol/display/address.ts'
import type { ReadMessage } from '#protocol/messages/message-reading.ts'
import { readMessage } from '#protocol/messages/read-message.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import type { HasChain, HasClock, HasDatabase } from '#service/context-parts.ts'
import { selectAllowed } from '#service/tokens/allowed-tokens.ts'

type SentMessage = { walletAddress: string; message: SignableMessage; origin: string }

/**
 * Reads a message as it was sent, with the organization's tokens, as the widget does. Returns undefined if it
 * may be a transaction or a hash.
 *
 * @throws Error with the reason if the message is refused
 */
export async function readSentMessage(
  { chain, clock, db }: HasChain & HasClock & HasDatabase,
  organizationId: string,
  { walletAddress, message, origin }: SentMessage,
): Promise<ReadMessage | undefined> {
  const tokens = await selectAllowed(db, organizationId).where('standard', '=', 'erc20').execute()
  const page = { chainId: chain.id, walletAddress: checksumAddress(walletAddress), tokens, origin }
  return readMessage(message, { ...page, nowMs: clock.now().getTime() })
}
