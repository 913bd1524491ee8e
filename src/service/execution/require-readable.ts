import type { ReadMessage } from '#protocol/messages/message-reading.ts'
import { RefusedMessage } from '#protocol/messages/refused-message.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { readSentMessage } from '#service/approvals/read-sent-message.ts'
import type { HasChain, HasClock, HasDatabase } from '#service/context-parts.ts'

/**
 * Reads a message as the caller sent it.
 *
 * @throws VALIDATION_FAILED for a message that cannot be read or may be a transaction or a hash
 */
export async function requireReadable(
  ctx: HasChain & HasClock & HasDatabase,
  organizationId: string,
  sent: Parameters<typeof readSentMessage>[2],
): Promise<ReadMessage> {
  try {
    const read = await readSentMessage(ctx, organizationId, sent)
    if (read !== undefined) return read
  } catch (cause) {
    if (cause instanceof RefusedMessage)
      throw fieldError(`message.typedData.${cause.path}`, cause.rule, cause)
    throw fieldError('message', 'must have the form that its kind requires', cause)
  }
  throw fieldError('message', 'must not look like a transaction or a hash')
}
