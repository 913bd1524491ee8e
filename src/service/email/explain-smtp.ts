import * as z from 'zod/mini'
import { readCertificateFault, type CertificateFault } from '#server-kit/certificate-fault.ts'
import { MailSetupError } from '#server-kit/mail-setup-error.ts'
import { readSmtpReply } from './smtp-reply.ts'

/**
 * `originalCode` is the code of the error before the library replaced it with its own. `command` is the last
 * command that was sent to the server. `reason` is OpenSSL's word for a failed handshake.
 */
const errorSchema = z.object({
  code: z.optional(z.string()),
  originalCode: z.optional(z.string()),
  command: z.optional(z.string()),
  reason: z.optional(z.string()),
})

const WRONG_PASSWORD = 'EAUTH'
const TLS_FAILED = 'ETLS'
const TIMEOUT = 'ETIMEDOUT'
const CONNECTING = 'CONN'
const STARTTLS = 'STARTTLS'
const NOT_TLS = 'wrong version number'

const EXPECTS_TLS =
  'does not greet. If it begins with TLS, as port 465 does, SMTP_URL begins with smtps://; else a firewall may be in between'
const NO_STARTTLS =
  'offers STARTTLS and cannot begin it: mend its TLS, use its port for smtps://, or add ?ignoreTLS=true to SMTP_URL to send without encryption'
const EXPECTS_TEXT =
  'does not answer in TLS. If it begins without, as ports 587 and 25 do, SMTP_URL begins with smtp://'
const REFUSED_SENDER =
  'refuses mail of this sender: check its reply below, the user in SMTP_URL, and whether that user may send as the address in MAIL_FROM'

const UNKNOWN_SERVER = 'add ?tls.rejectUnauthorized=false to SMTP_URL to encrypt without knowing the server'
const WRONG_CERTIFICATE: Record<CertificateFault, string> = {
  untrusted: `has a certificate that is not trusted: name the file of its CA in NODE_EXTRA_CA_CERTS, or ${UNKNOWN_SERVER}. A server on the same machine needs no TLS: ?ignoreTLS=true`,
  expired: `has a certificate that has expired: renew it, or ${UNKNOWN_SERVER}`,
  'other-host': `has a certificate of another host: use its name in SMTP_URL, or ${UNKNOWN_SERVER}`,
}

/**
 * Explains what the operator has to change, with the host of SMTP_URL and without the password. Returns errors that no setting
 * mends unchanged.
 */
export function explainSmtp(error: unknown, smtpUrl: string): unknown {
  const reply = readSmtpReply(error)
  const how = findReason(error, smtpUrl) ?? (reply?.fault === 'operator' ? REFUSED_SENDER : undefined)
  if (how === undefined) return error
  const code = reply === undefined ? {} : { reply: reply.code }
  return new MailSetupError(`The mail server at ${new URL(smtpUrl).host} ${how}.`, { ...code, cause: error })
}

function findReason(error: unknown, smtpUrl: string): string | undefined {
  const { code, originalCode = '', command, reason } = errorSchema.safeParse(error).data ?? {}
  if (code === WRONG_PASSWORD) return 'refuses the user or its password'
  const fault = readCertificateFault(originalCode)
  if (fault !== undefined) return WRONG_CERTIFICATE[fault]
  if (code === TLS_FAILED && command === STARTTLS) return NO_STARTTLS
  const isSilent = code === TIMEOUT && command === CONNECTING
  if (new URL(smtpUrl).protocol === 'smtps:') return isSilent || reason === NOT_TLS ? EXPECTS_TEXT : undefined
  return isSilent ? EXPECTS_TLS : undefined
}
