import type { Logger } from 'pino'
import type { Clock } from '#server-kit/clock.ts'
import type { Turns } from '#server-kit/jobs/take-turns.ts'
import type { OpenStreams } from '#server-kit/live/open-streams.ts'
import type { Chain } from './chain/chain.ts'
import type { RemotePolicySigner } from './chain/remote-policy-signer.ts'
import type { Database } from './db/database.ts'
import type { Notifications } from './db/notifications.ts'
import type { Mailer } from './email/mailer.ts'
import type { ExecutionTurns } from './execution/execution-turns.ts'
import type { Metrics } from './http/metrics.ts'
import type { ProofReader } from './organizations/proof-reader.ts'
import type { GasLimits } from './relayer/relay-parts.ts'
import type { Relay } from './relayer/relay.ts'
import type { TimeMachine } from './sandbox/sandbox-clock.ts'
import type { LiveEvents } from './webhooks/live-events.ts'

// The parts of the context. A function's first parameter names the parts that it uses, itself or in the functions
// that it calls: `ctx: HasDatabase & HasChain`. `Context` has all of them.

export type HasDatabase = { db: Database }
export type HasNotifications = { notifications: Notifications }
export type HasChain = { chain: Chain }
export type HasRelay = { relay: Relay }
export type HasClock = { clock: Clock }
export type HasLog = { log: Logger }
export type HasMetrics = { metrics: Metrics }
export type HasMailer = { mailer: Mailer }
export type HasLiveEvents = { liveEvents: LiveEvents }
export type HasStreams = { streams: Streams }
/** Reads proofs of domains, from DNS and the web. */
export type HasProofReader = { proofReader: ProofReader }
/** Set only in a sandbox with its own chain. */
export type HasTimeMachine = { timeMachine?: TimeMachine | undefined }
/** Remote signer with the keys of policy signers. Undefined if the service creates and seals them. */
export type HasRemotePolicySigner = { remotePolicySigner?: RemotePolicySigner | undefined }

/** Turns of executions in this process. Undefined means that no execution waits for a turn. */
export type HasExecutionTurns = { executionTurns?: ExecutionTurns | undefined }

/** Turns of the items that this process fetches from third-party servers. */
export type HasItemTurns = { itemTurns: Turns }

/** Server-sent event streams that this process has open. */
export type Streams = {
  /** Streams of API keys with the scope `org:manage`, by the key's id. */
  ofKeys: OpenStreams
  /** Streams of approvers, by the hash of their session. */
  ofApprovers: OpenStreams
}

/** Public URL of this deployment, without a trailing slash. */
export type HasPublicUrl = { settings: { publicUrl: string } }
/**
 * URL of the approval app, such as `https://approve.example/approve`. Its host is the domain of the approvers'
 * passkeys, and only its origin may decide.
 */
export type HasApprovalUrl = { settings: { approvalUrl: string } }
/** Whether this deployment is a sandbox. */
export type HasSandboxFlag = { settings: { sandbox: boolean } }
/**
 * Gateways for NFT images at `ipfs://` and `ar://`, such as `https://ipfs.io/ipfs`. Undefined means that these images are
 * not displayed.
 */
export type HasPictureGateways = {
  settings: { ipfsGateway?: string | undefined; arweaveGateway?: string | undefined }
}
/** Limits of requests. The defaults are in `keys/rate-limits.ts` and are higher in a sandbox. */
export type HasRequestLimits = HasSandboxFlag & {
  settings: { requestLimits?: { [Limit in keyof RequestLimits]?: RequestLimits[Limit] | undefined } }
}
/** Gas budget per UTC day in wei, for an organization without its own budget. Undefined means no limit. */
export type HasGasBudget = { settings: { gasBudgetWeiPerDay?: bigint | undefined } }
/** Gas limits of wallets, end-users and calls. Undefined means the defaults of `relayer/relay-parts.ts`. */
export type HasGasLimits = { settings: { gasLimits?: GasLimits | undefined } }
export type HasFeeLimits = {
  settings: {
    /** Highest fee per gas in wei. Undefined means a limit by what the chain charges (`relayer/fee-limit.ts`). */
    feePerGasMax?: bigint | undefined
    /** Lowest tip per gas in wei. Undefined means the default of `relayer/relay-parts.ts`. */
    tipPerGasMin?: bigint | undefined
  }
}
/** Limits of the work that runs at once in this process. */
export type HasTurnLimits = {
  settings: {
    /** Maximum simulations at once. Undefined means `SIMULATIONS_AT_ONCE_MAX`. */
    simulationsAtOnceMax?: number | undefined
    /** Minimum executions at once while others wait. Undefined if executions never wait for each other. */
    executionsAtOnceMin?: number | undefined
  }
}
/** Confirmations after which a mined transaction counts as CONFIRMED. */
export type HasConfirmations = { settings: { confirmations: number } }
/** Key of the HMACs over verification codes: 32 bytes, derived from the deployment's secret. */
export type HasCodeKey = { settings: { codeKey: Uint8Array } }
/** Seed of the Ed25519 key that signs receipts: 32 bytes, derived from the deployment's secret. */
export type HasReceiptSeed = { settings: { receiptSeed: Uint8Array } }
/**
 * Keys of the secrets at rest, 32 bytes each. The first one seals, any of them opens
 * (`server-kit/secrets/secret-box.ts`).
 */
export type HasSecretKeys = { settings: { secretKeys: readonly Uint8Array[] } }

/** Limits of requests. The limits per minute apply to organizations and keys without their own limits. */
export type RequestLimits = {
  keyRequestsPerMinute: number
  organizationRequestsPerMinute: number
  /** Failed authentications allowed per IP address and minute. */
  wrongKeysPerMinute: number
  /** Maximum number of concurrent requests in this process: of one key, and of one organization. */
  keyRequestsAtOnce: number
  organizationRequestsAtOnce: number
}

/** Signs as an organization's policy signer, with a sealed key or at the remote signer. */
export type SignsAsPolicy = HasDatabase & HasSecretKeys & HasRemotePolicySigner
/** Sends a stored transaction through the relayer, with the co-signature that its wallet needs. */
export type SendsTransactions = SignsAsPolicy & HasChain & HasRelay & HasClock
