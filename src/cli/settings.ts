import { resolve } from 'node:path'
import { readEnvironment, SettingsError, splitList, type Environment } from './environment.ts'

const DEFAULT_IPFS_GATEWAY = 'https://ipfs.io/ipfs'
const DEFAULT_ARWEAVE_GATEWAY = 'https://arweave.net'

export type Settings = {
  /** Part that a process runs: everything, only the service, or only the backend of console and widget. */
  role: 'all' | 'service' | 'bff'
  port: number
  demoPort: number
  host: string
  /** Keep-alive timeout. It must exceed the load balancer's. */
  keepAliveSeconds: number
  /** Time from a SIGTERM until new connections are rejected. During this time, readiness fails. */
  shutdownGraceSeconds: number
  /** Addresses and ranges of trusted proxies, whose X-Forwarded-For is used. */
  trustedProxies: string[]
  publicUrl: string
  /** URL of the approval app. In production it has its own origin. */
  approvalUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /**
   * Direct URL of the same database. Notifications need a session, which a transaction-mode pooler does not
   * keep.
   */
  databaseListenUrl: string | undefined
  /** Whether a real chain may use the embedded database. */
  acceptsEmbeddedDatabase: boolean
  /** Undefined means the embedded chain of the sandbox. */
  chain: ChainSettings | undefined
  /** Gas budget per organization and UTC day, in wei. Undefined means no limit. */
  gasBudgetWeiPerDay: bigint | undefined
  gasLimits: {
    walletGasPerDay: bigint | undefined
    userGasPerDay: bigint | undefined
    gasPerCallMax: bigint
  }
  /** Maximum fee per gas in wei. Undefined derives it from the chain's fee at the start. */
  feePerGasMax: bigint | undefined
  /** Minimum tip per gas in wei. Undefined means only the minimum that the node demands. */
  tipPerGasMin: bigint | undefined
  callsPerTransactionMax: number
  /** Limits of requests. Undefined means the service's default (`service/keys/rate-limits.ts`). */
  requestLimits: {
    keyRequestsPerMinute: number | undefined
    organizationRequestsPerMinute: number | undefined
    keyRequestsAtOnce: number | undefined
    organizationRequestsAtOnce: number | undefined
  }
  /** Maximum simulations at once. Undefined means the service's default. */
  simulationsAtOnceMax: number | undefined
  /**
   * Lowest limit of parallel executions while organizations take turns. Infinity disables turns. Undefined means the
   * default.
   */
  executionsAtOnceMin: number | undefined
  /** Gateway for NFT images at `ipfs://`. */
  ipfsGateway: string
  /** Gateway for NFT images at `ar://`. */
  arweaveGateway: string
  /** The chain's block explorer, which has `/tx/{hash}` and `/address/{address}`. Undefined means no links. */
  explorerUrl: string | undefined
  confirmations: number
  smtpUrl: string | undefined
  mailFrom: string
  /** Hosted service. If set, the embedded one is not started. */
  upstream: UpstreamSettings | undefined
  /** OpenID Connect provider for members' sign-in, in addition to passkeys. */
  identityProvider: IdentityProviderSettings | undefined
  secretKey: string | undefined
  /** Previous secret key, while secrets at rest are being re-encrypted. */
  secretKeyOld: string | undefined
  /** OTLP endpoint for traces. If undefined, nothing is recorded and the recording code is not loaded. */
  tracesUrl: string | undefined
  logLevel: Environment['LOG_LEVEL']
}

/** OpenID Connect provider. */
export type IdentityProviderSettings = { issuer: string; clientId: string; clientSecret: string }

export type UpstreamSettings = {
  baseUrl: string
  apiKey: string
  /** Chain of a hosted service that does not report its chain. */
  chain: { chainId: number; factory: string } | undefined
}

export type ChainSettings = {
  rpcUrl: string
  /** Second provider of the same chain, for comparison and failover. */
  secondRpcUrl: string | undefined
  chainId: number
  relayer: RelayerSettings
  /** Remote signer with the organizations' policy signer keys. Undefined if the service creates and seals them. */
  policySignerUrl: string | undefined
}

/** Keys that pay for gas: local or in a remote signer. */
export type RelayerSettings =
  | { privateKeys: readonly [`0x${string}`, ...`0x${string}`[]] }
  | { signerUrl: string }

/** Parses the environment once. Source: profile 1. @throws SettingsError */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const env = readEnvironment(environment)
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '')
  return {
    role: env.ROLE,
    port: env.PORT,
    demoPort: env.DEMO_PORT === undefined ? env.PORT + 1 : Number(env.DEMO_PORT),
    host: env.HOST,
    keepAliveSeconds: Number(env.KEEP_ALIVE_SECONDS),
    shutdownGraceSeconds: Number(env.SHUTDOWN_GRACE_SECONDS),
    trustedProxies: splitList(env.TRUSTED_PROXIES ?? ''),
    publicUrl,
    approvalUrl: (env.APPROVAL_URL ?? `${publicUrl}/approve`).replace(/\/$/, ''),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseListenUrl: env.DATABASE_LISTEN_URL,
    acceptsEmbeddedDatabase: env.EMBEDDED_DATABASE !== undefined,
    chain: readChain(env),
    gasBudgetWeiPerDay: parseLimit(env.GAS_BUDGET_WEI_PER_DAY),
    gasLimits: {
      walletGasPerDay: parseLimit(env.WALLET_GAS_PER_DAY),
      userGasPerDay: parseLimit(env.USER_GAS_PER_DAY),
      gasPerCallMax: BigInt(env.GAS_PER_CALL_MAX),
    },
    feePerGasMax: env.FEE_PER_GAS_MAX === undefined ? undefined : BigInt(env.FEE_PER_GAS_MAX),
    tipPerGasMin: env.TIP_PER_GAS_MIN === undefined ? undefined : BigInt(env.TIP_PER_GAS_MIN),
    callsPerTransactionMax: Number(env.CALLS_PER_TRANSACTION_MAX),
    requestLimits: {
      keyRequestsPerMinute: readNumber(env.KEY_REQUESTS_PER_MINUTE),
      organizationRequestsPerMinute: readNumber(env.ORGANIZATION_REQUESTS_PER_MINUTE),
      keyRequestsAtOnce: readNumber(env.KEY_REQUESTS_AT_ONCE),
      organizationRequestsAtOnce: readNumber(env.ORGANIZATION_REQUESTS_AT_ONCE),
    },
    simulationsAtOnceMax: readNumber(env.SIMULATIONS_AT_ONCE_MAX),
    executionsAtOnceMin: readNumber(env.EXECUTIONS_AT_ONCE_MIN),
    ipfsGateway: env.IPFS_GATEWAY ?? DEFAULT_IPFS_GATEWAY,
    arweaveGateway: env.ARWEAVE_GATEWAY ?? DEFAULT_ARWEAVE_GATEWAY,
    explorerUrl: env.EXPLORER_URL?.replace(/\/$/, ''),
    confirmations: Number(env.CONFIRMATIONS ?? (env.RPC_URL === undefined ? 1 : 3)),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    upstream: readUpstream(env),
    identityProvider: readIdentityProvider(env),
    secretKey: env.SECRET_KEY,
    secretKeyOld: env.SECRET_KEY_OLD,
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: env.LOG_LEVEL,
  }
}

function parseLimit(text: string): bigint | undefined {
  return text === 'none' ? undefined : BigInt(text)
}

function readNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

function readChain(env: Environment): ChainSettings | undefined {
  const { RPC_URL: rpcUrl, RPC_URL_2: secondRpcUrl, CHAIN_ID: chainId } = env
  const relayer = readRelayer(env)
  if (rpcUrl === undefined) {
    if (secondRpcUrl !== undefined) throw new SettingsError('RPC_URL_2 needs RPC_URL.')
    if (env.RELAYER_SIGNER_URL !== undefined) throw new SettingsError('RELAYER_SIGNER_URL needs RPC_URL.')
    if (env.POLICY_SIGNER_URL !== undefined) throw new SettingsError('POLICY_SIGNER_URL needs RPC_URL.')
    return undefined
  }
  if (chainId === undefined || relayer === undefined) {
    throw new SettingsError('RPC_URL needs CHAIN_ID, and RELAYER_PRIVATE_KEY or RELAYER_SIGNER_URL.')
  }
  return {
    rpcUrl,
    secondRpcUrl,
    chainId: Number(chainId),
    relayer,
    policySignerUrl: env.POLICY_SIGNER_URL,
  }
}

function readRelayer(env: Environment): RelayerSettings | undefined {
  const { RELAYER_PRIVATE_KEY: keys, RELAYER_SIGNER_URL: signerUrl } = env
  if (keys !== undefined && signerUrl !== undefined) {
    throw new SettingsError('RELAYER_PRIVATE_KEY and RELAYER_SIGNER_URL are both set: unset one.')
  }
  if (signerUrl !== undefined) return { signerUrl }
  return keys === undefined ? undefined : { privateKeys: parseKeys(keys) }
}

/** Each key has one lane. Two lanes of one key would assign the same nonces, so a repeated key is an error. */
function parseKeys(text: string): readonly [`0x${string}`, ...`0x${string}`[]] {
  const [first = '', ...others] = text.split(',').map((key) => key.trim().slice(2).toLowerCase())
  if (new Set([first, ...others]).size <= others.length) {
    throw new SettingsError('RELAYER_PRIVATE_KEY contains the same key twice.')
  }
  return [`0x${first}`, ...others.map((key): `0x${string}` => `0x${key}`)]
}

function readIdentityProvider(env: Environment): IdentityProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new SettingsError(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together or not at all.',
    )
  }
  return { issuer, clientId, clientSecret }
}

function readUpstream(env: Environment): UpstreamSettings | undefined {
  const { UPSTREAM_URL: baseUrl, UPSTREAM_API_KEY: apiKey } = env
  const { UPSTREAM_CHAIN_ID: chainId, UPSTREAM_FACTORY: factory } = env
  if (baseUrl === undefined) return undefined
  if (apiKey === undefined) {
    throw new SettingsError('UPSTREAM_URL needs UPSTREAM_API_KEY, the key that the hosted service issued.')
  }
  if ((chainId === undefined) !== (factory === undefined)) {
    throw new SettingsError('UPSTREAM_CHAIN_ID and UPSTREAM_FACTORY must be set together or not at all.')
  }
  const chain =
    chainId === undefined || factory === undefined ? undefined : { chainId: Number(chainId), factory }
  return { baseUrl: baseUrl.replace(/\/$/, ''), apiKey, chain }
}
