import { randomUUID } from 'node:crypto'
import type { Clock } from '#server-kit/clock.ts'
import type { Database } from '#service/db/database.ts'
import type { Mailer } from '#service/email/mailer.ts'

/** A captured mail as the inbox answers it; `code` is the six-digit code it carries. Source: profile 1. */
export type InboxMail = { to: string; subject: string; text: string; code?: string; receivedAt: string }

/** Only the words around it, in each language, distinguish a code from six digits of an address or an amount. */
const CODE = /(?:\bcode is|code ist|código de verificación es) ([0-9]{6})\b/
const MAILS_MAX = 100

/** The sandbox's mailer: stores every mail instead of sending it. */
export function createInboxMailer(parts: { db: Database; clock: Clock }): Mailer {
  return {
    send: async (mail) => {
      await parts.db
        .insertInto('sandbox_mails')
        .values({
          id: randomUUID(),
          to_address: mail.to.toLowerCase(),
          subject: mail.subject,
          text: mail.text,
          code: CODE.exec(mail.text)?.[1] ?? null,
          received_at: parts.clock.now(),
        })
        .execute()
    },
  }
}

/** The newest mails first: those to one address, or to all. */
export async function readInbox(db: Database, to: string | undefined): Promise<InboxMail[]> {
  let select = db
    .selectFrom('sandbox_mails')
    .select(['to_address', 'subject', 'text', 'code', 'received_at'])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAILS_MAX)
  if (to !== undefined) select = select.where('to_address', '=', to.toLowerCase())
  const rows = await select.execute()
  return rows.map((row) => ({
    to: row.to_address,
    subject: row.subject,
    text: row.text,
    ...(row.code === null ? {} : { code: row.code }),
    receivedAt: row.received_at.toISOString(),
  }))
}
