import type { Selectable } from 'kysely'
import type { HasClock, HasDatabase, HasLog, HasMailer, HasPublicUrl } from '#bff/context-parts.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { describeBrowser } from '#bff/sessions/describe-browser.ts'
import de from '#bff/texts/de.json'
import es from '#bff/texts/es.json'
import type { AlertActor } from '#protocol/alerts.ts'
import { formatUtc } from '#protocol/display/date-and-time.ts'
import type { Language } from '#protocol/display/language.ts'
import { type Translate, translateIn } from '#protocol/display/message-format.ts'
import { mailName } from '#protocol/display/text.ts'
import { MailRefusedError } from '#server-kit/mail-refused-error.ts'
import type { AccountEventKind } from './tables.ts'

/** Maximum mails per round. The next round sends the others. */
const BATCH_MAX = 50
/** Time that a process has to send a mail before another process sends it, in milliseconds. */
const RETRY_MS = 5 * 60_000

type AccountMail = Selectable<BffTables['bff_account_mail']>

/**
 * Sends the mails that are due. A row is deleted after its mail was accepted. A crash in between causes a second
 * mail, but never a lost one. A mail that is refused permanently is not retried.
 */
export async function sendAccountMails(
  ctx: HasClock & HasDatabase & HasLog & HasMailer & HasPublicUrl,
): Promise<void> {
  const { db, clock, mailer } = ctx
  if (mailer === undefined) return
  const due = await db
    .selectFrom('bff_account_mail')
    .select('id')
    .where('due_at', '<=', clock.now())
    .orderBy('due_at')
    .limit(BATCH_MAX)
    .execute()
  for (const { id } of due) {
    const mail = await claim(ctx, id)
    if (mail === undefined) continue
    try {
      await mailer.send({ to: mail.email, ...writeMail(ctx, mail) })
      await db.deleteFrom('bff_account_mail').where('id', '=', id).execute()
    } catch (cause) {
      const isRefused = cause instanceof MailRefusedError
      if (isRefused) await db.deleteFrom('bff_account_mail').where('id', '=', id).execute()
      const next = isRefused ? 'its address was refused for good' : 'trying again'
      ctx.log.warn({ mailKind: mail.kind, err: cause }, `a mail to an account was not sent; ${next}`)
    }
  }
}

/** Claims a row. Undefined if another process is sending it. */
function claim({ db, clock }: HasClock & HasDatabase, id: string): Promise<AccountMail | undefined> {
  const now = clock.now()
  return db
    .updateTable('bff_account_mail')
    .set({ due_at: new Date(now.getTime() + RETRY_MS) })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

const TEXTS = { en: {}, de, es }

/** Returns the translations for mails in a language. */
export function mailWords(language: Language): Translate {
  return translateIn(language, TEXTS[language])
}
export type MailWords = ReturnType<typeof mailWords>

function writeMail({ settings }: HasPublicUrl, { language, kind, facts }: AccountMail) {
  const t = mailWords(language)
  const what = describeEvent(t, kind, mailName(facts.organization ?? ''))
  const { browser, system } = describeBrowser(facts.userAgent)
  const device = [browser, system].filter((word) => word !== null).join(', ')
  const lines = [
    what,
    '',
    t('When: {time}', { time: formatUtc(new Date(facts.at), language) }),
    t('By: {name}', { name: nameActor(t, facts.by) }),
    ...(device === '' ? [] : [t('Browser: {browser}', { browser: device })]),
    ...(facts.ipAddress === null ? [] : [t('IP address: {address}', { address: facts.ipAddress })]),
    '',
    nextStep(t, kind),
    '',
    `${settings.publicUrl}/account`,
    '',
  ]
  return { subject: what, text: lines.join('\n') }
}

/** Names the actor. Cleans names from people, so that none can look like a part of the mail. */
export function nameActor(t: MailWords, { kind, name }: AlertActor): string {
  const words: Record<AlertActor['kind'], string> = {
    administrator: mailName(name),
    'api-key': t('the API key {name}', { name: mailName(name) }),
    operator: t('the operator of the server'),
  }
  return words[kind]
}

function describeEvent(t: MailWords, kind: AccountEventKind, organization: string): string {
  const sentences: Record<AccountEventKind, string> = {
    'recovery-code-used': t('A recovery code of your account was used, and a passkey was added'),
    'recovery-link-created': t('A recovery link for your account was created'),
    'recovery-link-used': t('A recovery link for your account was used, and a passkey was added'),
    'recovery-codes-made': t('New recovery codes were created for your account'),
    'passkey-added': t('A passkey was added to your account'),
    'passkey-removed': t('A passkey was removed from your account'),
    'identity-linked': t('An account at the identity provider was linked to your account'),
    'identity-unlinked': t('The account at the identity provider was unlinked from your account'),
    'alert-mails-changed': t('Your alert mails of {organization} were changed', { organization }),
  }
  return sentences[kind]
}

/** Returns the sentence that says what to do if another person did the act. */
function nextStep(t: MailWords, kind: AccountEventKind): string {
  if (kind === 'recovery-link-created')
    return t(
      'Whoever has the link can add a passkey to your account within a day. If you did not ask for it, contact an owner of your organization now.',
    )
  return t(
    'If this was not you: sign out everywhere, remove every passkey that you do not recognize, and create new recovery codes. If you cannot sign in, ask an owner of your organization for a recovery link.',
  )
}
