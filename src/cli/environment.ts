import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { parseIpRange } from '#protocol/ip-range.ts'
import { KEEP_ALIVE_SECONDS_DEFAULT } from './listen.ts'
import { optionalDatabaseUrl, optionalSecretUrl, optionalUrl } from './url-settings.ts'

/** A text of this form. The error is the variable's name followed by the message. */
const matching = (form: RegExp, message: string) => z.string().check(z.regex(form, message))

const port = (fallback: number) =>
  z.pipe(
    z.prefault(matching(/^[0-9]{1,5}$/, 'must be a port number from 0 to 65535'), String(fallback)),
    z.transform(Number),
  )

const perDay = (unit: string, usual: string) =>
  z.prefault(matching(/^(none|0|[1-9][0-9]{0,77})$/, `must be a whole number of ${unit}, or none`), usual)

const chainId = z.optional(matching(/^[1-9][0-9]{0,15}$/, 'must be a whole number'))

const perMinute = z.optional(matching(/^[1-9][0-9]{0,7}$/, 'must be 1 to 99999999 requests'))
const atOnce = z.optional(matching(/^[1-9][0-9]{0,4}$/, 'must be 1 to 99999 requests'))

/** Ten native tokens, regardless of their value. Operators of expensive or cheap chains set another limit. */
const TEN_COINS_WEI = '10000000000000000000'

const environmentSchema = z.object({
  PORT: port(4000),
  DEMO_PORT: z.optional(matching(/^[0-9]{1,5}$/, 'must be a port number')),
  HOST: z.prefault(z.string(), '127.0.0.1'),
  KEEP_ALIVE_SECONDS: z.prefault(
    matching(/^([5-9]|[1-9][0-9]|[1-8][0-9]{2}|900)$/, 'must be 5 to 900'),
    String(KEEP_ALIVE_SECONDS_DEFAULT),
  ),
  SHUTDOWN_GRACE_SECONDS: z.prefault(matching(/^([0-9]|[12][0-9]|30)$/, 'must be 0 to 30'), '0'),
  TRUSTED_PROXIES: z.optional(
    z
      .string()
      .check(
        z.refine(
          (given) => splitList(given).every((range) => parseIpRange(range) !== undefined),
          'must be IP addresses and ranges such as 10.0.0.0/8, with commas between them',
        ),
      ),
  ),
  PUBLIC_URL: optionalUrl(/^https?:\/\/[^/]+\/?$/, 'https://wallets.example'),
  APPROVAL_URL: optionalUrl(/^https?:\/\/[^/]+\/approve\/?$/, 'https://approve.example/approve'),
  DATA_DIR: z.prefault(z.string(), '.data'),
  DATABASE_URL: optionalDatabaseUrl,
  DATABASE_LISTEN_URL: optionalDatabaseUrl,
  EMBEDDED_DATABASE: z.optional(matching(/^accepted$/, 'must be accepted')),
  RPC_URL: optionalSecretUrl(/^https?:/, 'https://rpc.example'),
  CHAIN_ID: chainId,
  RPC_URL_2: optionalSecretUrl(/^https?:/, 'https://rpc-of-another-provider.example'),
  RELAYER_PRIVATE_KEY: z.optional(
    matching(
      /^0x[0-9a-fA-F]{64}( *, *0x[0-9a-fA-F]{64})*$/,
      'must be 0x followed by 64 hex digits, or several of these with commas between them',
    ),
  ),
  RELAYER_SIGNER_URL: optionalSecretUrl(/^https?:/, 'http://signer.example:9000'),
  POLICY_SIGNER_URL: optionalSecretUrl(/^https?:/, 'http://signer.example:9001'),
  GAS_BUDGET_WEI_PER_DAY: perDay('wei', TEN_COINS_WEI),
  WALLET_GAS_PER_DAY: perDay('gas', '100000000'),
  USER_GAS_PER_DAY: perDay('gas', '200000000'),
  GAS_PER_CALL_MAX: z.prefault(
    matching(/^([1-9][0-9]{5}|[1-7][0-9]{6}|8000000)$/, 'must be 100000 to 8000000 gas'),
    '3000000',
  ),
  FEE_PER_GAS_MAX: z.optional(matching(/^[1-9][0-9]{0,29}$/, 'must be a whole number of wei')),
  TIP_PER_GAS_MIN: z.optional(matching(/^(0|[1-9][0-9]{0,29})$/, 'must be a whole number of wei')),
  CALLS_PER_TRANSACTION_MAX: z.prefault(
    matching(/^([1-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])$/, 'must be 1 to 255'),
    '100',
  ),
  KEY_REQUESTS_PER_MINUTE: perMinute,
  ORGANIZATION_REQUESTS_PER_MINUTE: perMinute,
  KEY_REQUESTS_AT_ONCE: atOnce,
  ORGANIZATION_REQUESTS_AT_ONCE: atOnce,
  SIMULATIONS_AT_ONCE_MAX: z.optional(matching(/^[1-9][0-9]{0,2}$/, 'must be 1 to 999')),
  EXECUTIONS_AT_ONCE_MIN: z.optional(matching(/^[1-9][0-9]?$/, 'must be 1 to 99')),
  IPFS_GATEWAY: optionalUrl(/^https:\/\//, 'https://ipfs.io/ipfs'),
  ARWEAVE_GATEWAY: optionalUrl(/^https:\/\//, 'https://arweave.net'),
  EXPLORER_URL: optionalUrl(
    /^(https:\/\/|http:\/\/([^/?#]+\.)?localhost(:\d+)?(\/|$))[^?#]*$/,
    'https://explorer.example',
  ),
  CONFIRMATIONS: z.optional(matching(/^[1-9][0-9]{0,2}$/, 'must be 1 to 999')),
  SMTP_URL: optionalSecretUrl(/^smtps?:/, 'smtps://user:password@mail.example'),
  MAIL_FROM: z.prefault(
    matching(
      /^(?:[^<>]*<[^\s<>@"']+@[^\s<>@"']+>|[^\s<>@"']+@[^\s<>@"']+)\s*$/,
      'must be an address such as Latchkey <no-reply@wallets.example>, without quotes around all of it',
    ),
    'Latchkey <no-reply@localhost>',
  ),
  UPSTREAM_URL: optionalUrl(/^https?:\/\/.+\/baas\/?$/, 'https://service.example/v1/baas'),
  UPSTREAM_API_KEY: z.optional(matching(/^pk_live_/, 'must begin with pk_live_')),
  UPSTREAM_CHAIN_ID: chainId,
  UPSTREAM_FACTORY: z.optional(
    matching(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x followed by 40 hex digits'),
  ),
  // Microsoft's common issuer contains a placeholder such as {tenantid}.
  OIDC_ISSUER: optionalUrl(
    /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|\/|$))[^{}]*$/,
    'https://login.example (http only on localhost), with your tenant in place of {tenantid}',
  ),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  SECRET_KEY: z.optional(matching(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits (32 random bytes)')),
  SECRET_KEY_OLD: z.optional(
    matching(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits: the SECRET_KEY used before'),
  ),
  ROLE: z.prefault(z.enum(['all', 'service', 'bff']), 'all'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl(/^https?:/, 'http://collector.example:4318'),
  LOG_LEVEL: z.prefault(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'warn'),
})

/**
 * Secrets. Each can instead be in a file, as containers and service managers provide them. The variable with `_FILE`
 * after the secret's name then has the file's path.
 */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'RPC_URL',
  'RPC_URL_2',
  'RELAYER_PRIVATE_KEY',
  'RELAYER_SIGNER_URL',
  'POLICY_SIGNER_URL',
  'SMTP_URL',
  'UPSTREAM_API_KEY',
  'OIDC_CLIENT_SECRET',
  'SECRET_KEY',
  'SECRET_KEY_OLD',
] as const

/** The variables after the check, with the defaults of unset ones. */
export type Environment = z.infer<typeof environmentSchema>

/** Invalid settings. `message` lists every variable and its constraint. */
export class SettingsError extends Error {}

/**
 * Checks the environment's variables and the files that they name. Unset and empty variables take the default.
 *
 * @throws SettingsError
 */
export function readEnvironment(environment: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environmentSchema.safeParse({ ...given, ...secretsInFiles(given) })
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new SettingsError(`These settings cannot be used:\n${lines.join('\n')}`)
  }
  requireFitting(parsed.data)
  return parsed.data
}

/** Contents of the files that `_FILE` variables name, without the trailing line break. */
function secretsInFiles(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of SECRETS) {
    const variable = `${name}_FILE`
    const path = given[variable]
    if (path === undefined) continue
    if (given[name] !== undefined) throw new SettingsError(`${name} and ${variable} are both set: unset one.`)
    const text = readSettingFile(path, variable).trim()
    // Treating an empty file as unset would use a default, such as a generated key instead of the intended one.
    if (text === '') throw new SettingsError(`${variable} names ${path}, but that file is empty.`)
    found[name] = text
  }
  return found
}

function readSettingFile(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new SettingsError(`${variable} names ${path}, which this user cannot read.`, { cause })
  }
}

/** Items of a comma-separated list. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function requireFitting(env: Environment): void {
  if (env.ROLE === 'bff' && env.UPSTREAM_URL === undefined) {
    throw new SettingsError(
      'ROLE=bff needs UPSTREAM_URL: the base address of the service, ending in /v1/baas.',
    )
  }
  if (env.ROLE === 'service' && env.UPSTREAM_URL !== undefined) {
    throw new SettingsError('ROLE=service runs the service itself: remove UPSTREAM_URL.')
  }
  if (env.DATABASE_LISTEN_URL !== undefined && env.DATABASE_URL === undefined) {
    throw new SettingsError('DATABASE_LISTEN_URL needs DATABASE_URL.')
  }
}
