/**
 * A push message as JSON: the pending transaction, for the link, and nothing that a lock screen must not
 * show. The words are the service worker's (ADR 0012).
 */
export type PushMessage = { transactionUuid: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The text of a push message. */
export function pushMessageText({ transactionUuid }: PushMessage): string {
  return JSON.stringify({ transactionUuid })
}

/** Reads a push message; `undefined` for an unknown format. */
export function readPushMessage(text: string): PushMessage | undefined {
  const message = parse(text)
  if (typeof message !== 'object' || message === null || !('transactionUuid' in message)) return undefined
  const { transactionUuid } = message
  return typeof transactionUuid === 'string' && UUID.test(transactionUuid) ? { transactionUuid } : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
