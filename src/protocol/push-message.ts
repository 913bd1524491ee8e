import * as z from 'zod/mini'
import { addressSchema, hashSchema } from './fields.ts'

/**
 * Changes of a wallet on the chain about which its end-user is notified: the removal of its co-signer, and an
 * added key.
 */
export const AUTHORITY_CHANGES = ['removal-started', 'key-added'] as const
export type AuthorityChangeKind = (typeof AUTHORITY_CHANGES)[number]

const noticedSchema = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
const pushMessageSchema = z.union([
  z.object({ transactionUuid: noticedSchema, executed: z.optional(z.literal(true)) }),
  z.object({ executedDigest: hashSchema }),
  z.object({ messageUuid: noticedSchema }),
  z.object({ walletAddress: addressSchema, change: z.enum(AUTHORITY_CHANGES) }),
])

/**
 * A push message as JSON: a pending request, or a call that was `executed` without the person's approval. Both have a
 * link. It contains nothing that a lock screen must not show. `executedDigest` is set if the execution could not be
 * read from the chain. `change` is a change of the keys or the co-signer of a wallet. The service worker provides the
 * words (ADR 0012).
 */
export type PushMessage = z.infer<typeof pushMessageSchema>

/** The text of a push message. */
export function pushMessageText(message: PushMessage): string {
  return JSON.stringify(message)
}

/** Length of a UUID without hyphens, which is the longest topic that a push service accepts (RFC 8030 5.4). */
const NOTICE_ID_LENGTH = 32

/** The id of a push message's subject, the fragment of its page in the approval app, and the words to use. */
export function readNotice(message: PushMessage): {
  uuid: string
  fragment: string
  says: 'waiting' | 'executed' | AuthorityChangeKind
} {
  if ('walletAddress' in message) {
    const { walletAddress, change } = message
    const uuid = walletAddress.slice(2, 2 + NOTICE_ID_LENGTH)
    return { uuid, fragment: `#wallet=${walletAddress}`, says: change }
  }
  if ('executedDigest' in message) {
    const uuid = message.executedDigest.slice(2, 2 + NOTICE_ID_LENGTH)
    return { uuid, fragment: '#history', says: 'executed' }
  }
  if ('messageUuid' in message)
    return { uuid: message.messageUuid, fragment: `#message=${message.messageUuid}`, says: 'waiting' }
  const { transactionUuid: uuid, executed } = message
  return { uuid, fragment: `#transaction=${uuid}`, says: executed === true ? 'executed' : 'waiting' }
}

/** Reads a push message. Undefined for an unknown format. */
export function readPushMessage(text: string): PushMessage | undefined {
  try {
    return pushMessageSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
