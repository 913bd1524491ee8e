import * as z from 'zod/mini'
import { readCertificateFault, type CertificateFault } from '#server-kit/certificate-fault.ts'
import { MailSetupError } from '#server-kit/mail-setup-error.ts'
import { readSmtpReply } from './smtp-reply.ts'

/**
 * `originalCode` is the code of the error before the library replaced it with its own. `command` is the last
 * command that was sent to the server. `reason` is OpenSSL's word for a failed handshake. `timeoutType` is the
 * phase that took too long, because the library gives every timeout the same code and command.
 */
const errorSchema = z.object({
  code: z.optional(z.string()),
  originalCode: z.optional(z.string()),
  command: z.optional(z.string()),
  responseCode: z.optional(z.int()),
  reason: z.optional(z.string()),
  timeoutType: z.optional(z.string()),
})

const WRONG_PASSWORD = 'EAUTH'
const TLS_FAILED = 'ETLS'
const TIMEOUT = 'ETIMEDOUT'
/** The timeout of a connection that was not established in time, including the TLS handshake of smtps://. */
const NOT_CONNECTED = 'CONNECT_TIMEOUT'
const NO_GREETING = 'GREETING_TIMEOUT'
const STARTTLS = 'STARTTLS'
const NOT_TLS = 'wrong version number'

const EXPECTS_TLS =
  'does not greet. If it begins with TLS, as port 465 does, SMTP_URL begins with smtps://; else a firewall may be in between'
const NO_STARTTLS =
  'offers STARTTLS and cannot begin it: mend its TLS, use its port for smtps://, or add ?ignoreTLS=true to SMTP_URL to send without encryption'
const EXPECTS_TEXT =
  'does not respond in TLS. If it begins without, as ports 587 and 25 do, SMTP_URL begins with smtp://'
const REFUSED_LOGIN = 'refuses the user or its password'
const NO_LOGIN_NOW = 'does not sign the user in now: check its reply below if that goes on'
const REFUSED_MAIL =
  'refuses the mail: check its reply below, the user in SMTP_URL, and whether that user may send as the address in MAIL_FROM'

const UNKNOWN_SERVER = 'add ?tls.rejectUnauthorized=false to SMTP_URL to encrypt without knowing the server'
const WRONG_CERTIFICATE: Record<CertificateFault, string> = {
  untrusted: `has a certificate that is not trusted: name the file of its CA in NODE_EXTRA_CA_CERTS, or ${UNKNOWN_SERVER}. A server on the same machine needs no TLS: ?ignoreTLS=true`,
  expired: `has a certificate that has expired: renew it, or ${UNKNOWN_SERVER}`,
  'other-host': `has a certificate of another host: use its name in SMTP_URL, or ${UNKNOWN_SERVER}`,
}

/**
 * Explains what the operator has to check. The message names the host of SMTP_URL and never the password. Returns a
 * `MailSetupError` if the settings have to change. If the fault may pass, returns another error, whose message is
 * only for the log. Returns any other error unchanged.
 */
export function explainSmtp(error: unknown, smtpUrl: string): unknown {
  const fault = errorSchema.safeParse(error).data ?? {}
  const reply = readSmtpReply(error)
  const isPassing = reply?.fault === 'passing' || fault.code === TIMEOUT
  const refused = reply?.fault === 'operator' ? REFUSED_MAIL : undefined
  const how = findReason(fault, smtpUrl) ?? refused
  if (how === undefined) return error
  const message = `The mail server at ${new URL(smtpUrl).host} ${how}.`
  return isPassing
    ? new Error(message, { cause: error })
    : new MailSetupError(message, { reply: reply?.code, cause: error })
}

function findReason(
  { code, originalCode = '', command, responseCode = 500, reason, timeoutType }: z.infer<typeof errorSchema>,
  smtpUrl: string,
): string | undefined {
  if (code === WRONG_PASSWORD) return responseCode < 500 ? NO_LOGIN_NOW : REFUSED_LOGIN
  const certificate = readCertificateFault(originalCode)
  if (certificate !== undefined) return WRONG_CERTIFICATE[certificate]
  if (code === TLS_FAILED && command === STARTTLS) return NO_STARTTLS
  const isUnconnected = timeoutType === NOT_CONNECTED
  if (new URL(smtpUrl).protocol === 'smtps:')
    return isUnconnected || reason === NOT_TLS ? EXPECTS_TEXT : undefined
  return isUnconnected || timeoutType === NO_GREETING ? EXPECTS_TLS : undefined
}
