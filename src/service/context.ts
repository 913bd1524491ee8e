import type { Logger } from 'pino'
import type { Clock } from '#server-kit/clock.ts'
import type { OpenStreams } from '#server-kit/live/open-streams.ts'
import type { Chain } from './chain/chain.ts'
import type { RemotePolicySigner } from './chain/remote-policy-signer.ts'
import type { Database } from './db/database.ts'
import type { Notifications } from './db/notifications.ts'
import type { Mailer } from './email/mailer.ts'
import type { Metrics } from './http/metrics.ts'
import type { ProofReader } from './organizations/proof-reader.ts'
import type { GasLimits } from './relayer/relay-parts.ts'
import type { Relay } from './relayer/relay.ts'
import type { TimeMachine } from './sandbox/sandbox-clock.ts'
import type { LiveEvents } from './webhooks/live-events.ts'

/** The first argument of every operation of the service. Wired once, by `createService`. */
export type Context = {
  db: Database
  notifications: Notifications
  liveEvents: LiveEvents
  streams: Streams
  chain: Chain
  relay: Relay
  mailer: Mailer
  /** Reads proofs of domains, from DNS and the web. */
  proofReader: ProofReader
  clock: Clock
  log: Logger
  metrics: Metrics
  settings: ServiceSettings
  /** Remote signer with the keys of policy signers. Undefined if the service creates and seals them. */
  remotePolicySigner?: RemotePolicySigner | undefined
  /** Set only in a sandbox with its own chain. */
  timeMachine?: TimeMachine | undefined
}

/** Server-sent event streams that this process has open. */
export type Streams = {
  /** Owned by the API key, `org:manage`. */
  ofKeys: OpenStreams
  /** Owned by the hash of the approver's session. */
  ofApprovers: OpenStreams
}

export type ServiceSettings = {
  /** Public URL of this deployment, without a trailing slash. */
  publicUrl: string
  /**
   * URL of the approval app, such as `https://approve.example/approve`. Its host is the domain of the
   * approvers' passkeys, and only its origin may decide.
   */
  approvalUrl: string
  sandbox: boolean
  /** Gateway for NFT images at `ipfs://`, such as `https://ipfs.io/ipfs`. Undefined means that they are not displayed. */
  ipfsGateway?: string | undefined
  /** Rate limits. Undefined means the defaults of `keys/rate-limits.ts`. */
  requestLimits?: RequestLimits
  /** Gas budget per UTC day of an organization without its own, in wei. Undefined means no limit. */
  gasBudgetWeiPerDay?: bigint | undefined
  /** Gas limits of wallets, end-users and calls. Undefined means the defaults of `relayer/relay-parts.ts`. */
  gasLimits?: GasLimits | undefined
  /** Highest fee per gas in wei. Undefined means a limit by what the chain charges (`relayer/fee-limit.ts`). */
  feePerGasMax?: bigint | undefined
  /** Lowest tip per gas in wei. Undefined means the default of `relayer/relay-parts.ts`. */
  tipPerGasMin?: bigint | undefined
  /** Maximum waiting calls per transaction. Undefined means the default of `relayer/relay-parts.ts`. */
  callsPerTransactionMax?: number | undefined
  /** Confirmations after which a mined transaction counts as CONFIRMED. */
  confirmations: number
  /** Key of the HMACs over verification codes: 32 bytes, derived from the deployment's secret. */
  codeKey: Uint8Array
  /** Seed of the Ed25519 key that signs receipts: 32 bytes, derived from the deployment's secret. */
  receiptSeed: Uint8Array
  /**
   * Keys of the secrets at rest, 32 bytes each. The first one seals, any of them opens
   * (`server-kit/secrets/secret-box.ts`).
   */
  secretKeys: readonly Uint8Array[]
}

/** The caller: the organization, the authenticated key and, if the request came over a network, the IP address. */
export type Caller = {
  organizationId: string
  keyId: string
  clientIp?: string | undefined
  /** The request's `Accept-Language`, which is the language of the mails that it causes. */
  acceptLanguage?: string | null
  /** The requester named by the key's holder (`REQUESTER_HEADER`), as it was sent. */
  requester?: string | null
}

/** Requests per minute for an organization or a key without its own limit. */
export type RequestLimits = {
  keyRequestsPerMinute: number
  organizationRequestsPerMinute: number
  /** Failed authentications allowed per IP address and minute. */
  wrongKeysPerMinute: number
}
