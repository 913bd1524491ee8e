import { CALL_TEXTS } from '#protocol/display/call-texts.ts'
import type { Language } from '#protocol/display/language.ts'
import { translateIn, type Translate } from '#protocol/display/message-format.ts'
import { normalizeEmail } from '#protocol/email-address.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import de from '#service/texts/de.json' with { type: 'json' }
import es from '#service/texts/es.json' with { type: 'json' }

/** One mail. `to` is a validated email address (`normaliseEmail`). Subject and text are plain text. */
export type Mail = { to: string; subject: string; text: string }

/**
 * Sends mail by SMTP (`createSmtpMailer`), or into the sandbox's inbox. Rejects if the mail was not accepted,
 * with a `MailRefusedError` if another try cannot help.
 */
export type Mailer = { send: (mail: Mail) => Promise<void> }

const TEXTS = { en: {}, de, es }

/** Returns the translator of mail texts for a reader's language (ADR 0025). */
export function mailText(language: Language): Translate {
  return translateIn(language, { ...CALL_TEXTS[language], ...TEXTS[language] })
}

/**
 * Returns the normalized spelling in which an email address is stored, compared and used (`normalizeEmail`).
 * Compatibility characters are folded before the address is checked, so that no look-alike of `@` or `.` passes as
 * another address. The result contains nothing that could end a header line.
 *
 * @throws VALIDATION_FAILED
 */
export function normaliseEmail(text: string): string {
  const address = normalizeEmail(text.normalize('NFKC').trim())
  if (address === undefined) throw fieldError('email', 'must be an email address such as name@example.com')
  return address
}
