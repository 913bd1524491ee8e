import * as z from 'zod/mini'

/** `command`: what was asked of the server last. `reason`: OpenSSL's own word for a handshake that failed. */
const errorSchema = z.object({
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  reason: z.optional(z.string()),
})

const WRONG_PASSWORD = 'EAUTH'
const TIMEOUT = 'ETIMEDOUT'
const CONNECTING = 'CONN'
const NOT_TLS = 'wrong version number'

const EXPECTS_TLS =
  'does not greet. If it begins with TLS, as port 465 does, SMTP_URL begins with smtps://; else a firewall may be in between'
const EXPECTS_TEXT =
  'does not answer in TLS. If it begins without, as ports 587 and 25 do, SMTP_URL begins with smtp://'

/** Why the server of SMTP_URL cannot be used, by its host and without the password; or the error as it is. */
export function explainSmtp(error: unknown, smtpUrl: string): unknown {
  const how = findReason(error, smtpUrl)
  if (how === undefined) return error
  return new Error(`The mail server at ${new URL(smtpUrl).host} ${how}.`, { cause: error })
}

function findReason(error: unknown, smtpUrl: string): string | undefined {
  const { code, command, reason } = errorSchema.safeParse(error).data ?? {}
  if (code === WRONG_PASSWORD) return 'refuses the user or its password'
  const isSilent = code === TIMEOUT && command === CONNECTING
  if (new URL(smtpUrl).protocol === 'smtps:') return isSilent || reason === NOT_TLS ? EXPECTS_TEXT : undefined
  return isSilent ? EXPECTS_TLS : undefined
}
