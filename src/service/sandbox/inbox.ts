import { randomUUID } from 'node:crypto'
import { formatUtc } from '#protocol/display/date-and-time.ts'
import { escapeHtml } from '#protocol/display/escape-html.ts'
import type { Language } from '#protocol/display/language.ts'
import type { Translate } from '#protocol/display/message-format.ts'
import { normalizeEmail } from '#protocol/email-address.ts'
import type { Clock } from '#server-kit/clock.ts'
import { pageHeaders } from '#service/api-description/description-routes.ts'
import { PAGE_STYLE } from '#service/api-description/page.ts'
import type { Database } from '#service/db/database.ts'
import { type Mailer, mailText } from '#service/email/mailer.ts'

/**
 * A captured mail as the inbox returns it. `code` is the verification code in the mail, if there is one. Source:
 * profile 1.
 */
export type InboxMail = { to: string; subject: string; text: string; code?: string; receivedAt: string }

/**
 * Matches a verification code. Only the words before it, in each language, distinguish the code from six digits of an
 * address or an amount.
 */
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
          to_address: normalizeEmail(mail.to) ?? mail.to,
          subject: mail.subject,
          text: mail.text,
          code: CODE.exec(mail.text)?.[1] ?? null,
          received_at: parts.clock.now(),
        })
        .execute()
    },
  }
}

/** Returns the newest mails first, to one email address or to all. */
export async function readInbox(db: Database, to: string | undefined): Promise<InboxMail[]> {
  let select = db
    .selectFrom('sandbox_mails')
    .select(['to_address', 'subject', 'text', 'code', 'received_at'])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAILS_MAX)
  if (to !== undefined) select = select.where('to_address', '=', normalizeEmail(to) ?? to)
  const rows = await select.execute()
  return rows.map((row) => ({
    to: row.to_address,
    subject: row.subject,
    text: row.text,
    ...(row.code === null ? {} : { code: row.code }),
    receivedAt: row.received_at.toISOString(),
  }))
}

/**
 * `GET /sandbox/inbox` for people: the mails as a page that reloads for new ones. Programs get JSON (profile
 * 1).
 */
export function inboxPage(mails: readonly InboxMail[], language: Language): Response {
  const translate = mailText(language)
  const t: Translate = (...given) => escapeHtml(translate(...given))
  const title = t('Mail inbox of the sandbox')
  const list = mails.map((mail) => article(mail, t, language)).join('\n')
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body data-newest="${mails[0]?.receivedAt ?? ''}">
<main><h1>${title}</h1><p>${t('All mail stays here: a sandbox sends none. New mail appears automatically.')}</p>
${list || `<p class="endpoint">${t('No mail yet. Request a code or an invitation to see one.')}</p>`}</main>
<script>${SCRIPT}</script>
</body>
</html>`
  return new Response(html, { headers: { ...pageHeaders(STYLE, SCRIPT), 'cache-control': 'no-store' } })
}

function article({ to, subject, text, code, receivedAt }: InboxMail, t: Translate, language: Language) {
  const time = formatUtc(new Date(receivedAt), language)
  const copy = `<button value="${code}" data-copied="${t('Copied')}">${t('Copy the code')}</button>`
  return `<article class="endpoint"><h2>${escapeHtml(subject)}</h2>
<p>${t('From Latchkey to {to}, {time}', { to, time })}</p>
${code === undefined ? '' : `<p aria-live="polite"><strong>${code}</strong> ${copy}</p>`}
<p class="text">${text.trim().split(LINK).map(linked).join('')}</p></article>`
}

const LINK = /(https?:\/\/[^\s<>"']+)/

/** Formats a piece of a mail's text. Every second piece is a link. */
function linked(piece: string, index: number): string {
  const text = escapeHtml(piece)
  return index % 2 === 0 ? text : `<a href="${text}" target="_blank" rel="noreferrer">${text}</a>`
}

const STYLE = `${PAGE_STYLE}
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h2 { font-size: 1.125rem; margin: 0; }
strong { font: 600 1.5rem var(--mono); letter-spacing: 0.1em; margin-right: 0.5rem; }
button { font: inherit; color: inherit; background: var(--sunken); border: 1px solid var(--muted); border-radius: 8px; padding: 0.25rem 0.75rem; }
.text { white-space: pre-wrap; }
`

/** Copies a code, and reloads when there is a newer mail. */
const SCRIPT = `
addEventListener('click', async ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return
  await navigator.clipboard.writeText(target.value)
  target.textContent = target.dataset.copied
})
setInterval(async () => {
  const answer = await fetch(location.href, { headers: { accept: 'application/json' } })
  const [newest] = await answer.json()
  if (!document.hidden && newest && newest.receivedAt !== document.body.dataset.newest) location.reload()
}, 2000)
`
