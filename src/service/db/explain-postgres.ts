import * as z from 'zod/mini'
import { readCertificateFault, type CertificateFault } from '#server-kit/certificate-fault.ts'
import { saysUnsupportedSetting } from '#server-kit/http/driver-sentences.ts'
import { readDatabaseHost } from './database-host.ts'

/** `syscall`: the failed system call, such as `connect`. */
const codeSchema = z.object({
  code: z.string(),
  syscall: z.optional(z.string()),
  message: z._default(z.string(), ''),
})

/** SQLSTATEs with which a server refuses a connection. The text ends the message. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'refuses the user or its password',
  '28000': 'does not admit this user from this host: its role is missing, or pg_hba.conf has no entry for it',
  '3D000': 'has no database of that name',
  '42501': 'does not let this user make tables: make it the owner of the database',
  '53300': 'has no connection left: raise max_connections',
}
const NO_SETTINGS =
  'does not take the settings of a session. For PgBouncer, set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options (docs/database.md, “Behind a pooler”)'
/**
 * SQLSTATEs with which poolers refuse a connection for any reason. Only their message names it: that of PgBouncer, of
 * Supavisor (supabase/supabase 21166) and of Neon (porsager/postgres 705).
 */
const POOLER_STATES: ReadonlySet<string> = new Set(['08P01', 'XX000'])
/** Maximum length in characters of a pooler's message. */
const WORDS_LENGTH_MAX = 300
const WRONG_CERTIFICATE: Record<CertificateFault, string> = {
  untrusted:
    'has a certificate that is not trusted: add sslrootcert=/path/of/its/ca.pem to the address, or sslmode=no-verify to encrypt without knowing the server',
  expired: 'has a certificate that has expired',
  'other-host':
    'has a certificate of another host: use its name in the address, or sslmode=no-verify to encrypt without knowing the server',
}
/** Refusals that an encrypted connection may avoid. The server does not report whether it requires encryption. */
const MAY_NEED_TLS: ReadonlySet<string> = new Set(['28000'])
const ADD_TLS =
  '. If the server takes only encrypted connections, as most managed ones do, add sslmode=require to the address'
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

/** A database's connection string, and the setting that contains it. */
export type DatabaseAddress = { setting: 'DATABASE_URL' | 'DATABASE_LISTEN_URL'; address: string }

/**
 * Explains to the operator why the service cannot start on a database. The message names the host and never the
 * password. Returns other errors unchanged.
 */
export function explainPostgres(error: unknown, { setting, address }: DatabaseAddress): unknown {
  const { code = '', syscall, message: words = '' } = codeSchema.safeParse(error).data ?? {}
  // A socket that does not exist or belongs to another user has the error codes of files.
  const isAway = AWAY.has(code) || syscall === 'connect'
  const fault = readCertificateFault(code)
  const aboutCertificate = fault && WRONG_CERTIFICATE[fault]
  const ofPooler = POOLER_STATES.has(code) ? explainPooler(words) : undefined
  const how = REFUSALS[code] ?? ofPooler ?? aboutCertificate ?? (isAway ? 'does not respond' : undefined)
  if (how === undefined) return error
  const url = new URL(address)
  const isPlain = (url.searchParams.get('sslmode') ?? 'disable') === 'disable'
  const hint = isPlain && MAY_NEED_TLS.has(code) ? ADD_TLS : ''
  const port = url.port === '' ? '' : `:${url.port}`
  const message = `${setting}: the Postgres at ${readDatabaseHost(url)}${port} ${how}${hint} (${code}).`
  return new Error(message, { cause: error })
}

function explainPooler(words: string): string {
  if (saysUnsupportedSetting(words)) return NO_SETTINGS
  return `responded “${words.slice(0, WORDS_LENGTH_MAX)}”`
}
