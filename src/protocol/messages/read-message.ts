import type { SignableMessage } from '#protocol/widget-call.ts'
import type { MessagePage, ReadMessage } from './message-reading.ts'
import { readText } from './read-text.ts'
import { readTypedMessage } from './read-typed-data.ts'

/**
 * Reads a message. Undefined for data that may be a transaction, or the hash of anything. `origin` is the real origin
 * of the requesting page.
 *
 * @throws RefusedMessage for typed data that cannot be read without guessing, for another chain, and beyond a limit
 * @throws Utf8Error for a lone surrogate
 */
export function readMessage(message: SignableMessage, page: MessagePage): ReadMessage | undefined {
  return message.kind === 'typed-data' ? readTypedMessage(message.typedData, page) : readText(message, page)
}
