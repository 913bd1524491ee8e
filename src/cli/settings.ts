import * as z from 'zod/mini'

const port = (fallback: number) =>
  z.pipe(
    z.prefault(
      z.string().check(z.regex(/^[0-9]{1,5}$/, 'must be a port number from 0 to 65535')),
      String(fallback),
    ),
    z.transform(Number),
  )

const url = (protocols: RegExp, example: string) =>
  z.optional(
    z
      .string()
      .check(
        z.refine((text) => URL.canParse(text) && protocols.test(text), `must be a URL such as ${example}`),
      ),
  )

const environmentSchema = z.object({
  PORT: port(4000),
  DEMO_PORT: z.optional(z.string().check(z.regex(/^[0-9]{1,5}$/, 'must be a port number'))),
  HOST: z.prefault(z.string(), '127.0.0.1'),
  PUBLIC_URL: url(/^https?:\/\/[^/]+\/?$/, 'https://wallets.example'),
  DATA_DIR: z.prefault(z.string(), '.data'),
  DATABASE_URL: url(/^postgres(ql)?:/, 'postgres://user:password@host/database'),
  RPC_URL: url(/^https?:/, 'https://rpc.example'),
  CHAIN_ID: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, 'must be a whole number'))),
  RELAYER_PRIVATE_KEY: z.optional(
    z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x followed by 64 hex digits')),
  ),
  CONFIRMATIONS: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,2}$/, 'must be 1 to 999'))),
  SMTP_URL: url(/^smtps?:/, 'smtps://user:password@mail.example'),
  MAIL_FROM: z.prefault(z.string(), 'Latchkey <no-reply@localhost>'),
  UPSTREAM_URL: url(/^https?:\/\/.+\/baas\/?$/, 'https://service.example/v1/baas'),
  UPSTREAM_API_KEY: z.optional(z.string().check(z.startsWith('pk_live_', 'must begin with pk_live_'))),
  SECRET_KEY: z.optional(
    z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits (32 random bytes)')),
  ),
  LOG_LEVEL: z.prefault(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'warn'),
})

export type Settings = {
  port: number
  demoPort: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** Absent: the embedded chain of the sandbox. */
  chain: { rpcUrl: string; chainId: number; relayerPrivateKey: `0x${string}` } | undefined
  confirmations: number
  smtpUrl: string | undefined
  mailFrom: string
  /** Present: a hosted service is used and the embedded one is not started. */
  upstream: { baseUrl: string; apiKey: string } | undefined
  secretKey: string | undefined
  logLevel: string
}

/** Settings that cannot be used; `message` lists every variable and what it must be. */
export class SettingsError extends Error {}

/** Parses the environment once. Unset and empty variables mean the default. Source: profile 1. */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new SettingsError(`These settings cannot be used:\n${lines.join('\n')}`)
  }
  const env = parsed.data
  return {
    port: env.PORT,
    demoPort: env.DEMO_PORT === undefined ? env.PORT + 1 : Number(env.DEMO_PORT),
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    chain: chainOf(env.RPC_URL, env.CHAIN_ID, env.RELAYER_PRIVATE_KEY),
    confirmations:
      env.CONFIRMATIONS === undefined ? (env.RPC_URL === undefined ? 1 : 3) : Number(env.CONFIRMATIONS),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    upstream: upstreamOf(env.UPSTREAM_URL, env.UPSTREAM_API_KEY),
    secretKey: env.SECRET_KEY,
    logLevel: env.LOG_LEVEL,
  }
}

function chainOf(rpcUrl?: string, chainId?: string, relayerPrivateKey?: string): Settings['chain'] {
  if (rpcUrl === undefined) return undefined
  if (chainId === undefined || relayerPrivateKey === undefined) {
    throw new SettingsError('RPC_URL needs CHAIN_ID and RELAYER_PRIVATE_KEY beside it.')
  }
  return { rpcUrl, chainId: Number(chainId), relayerPrivateKey: `0x${relayerPrivateKey.slice(2)}` }
}

function upstreamOf(baseUrl?: string, apiKey?: string): Settings['upstream'] {
  if (baseUrl === undefined) return undefined
  if (apiKey === undefined) {
    throw new SettingsError(
      'UPSTREAM_URL needs UPSTREAM_API_KEY beside it: the key that the hosted service issued.',
    )
  }
  return { baseUrl: baseUrl.replace(/\/$/, ''), apiKey }
}
