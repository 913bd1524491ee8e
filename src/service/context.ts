import type {
  HasApprovalUrl,
  HasChain,
  HasClock,
  HasCodeKey,
  HasConfirmations,
  HasDatabase,
  HasExecutionTurns,
  HasFeeLimits,
  HasGasBudget,
  HasGasLimits,
  HasPictureGateways,
  HasItemTurns,
  HasLiveEvents,
  HasLog,
  HasMailer,
  HasMetrics,
  HasNotifications,
  HasProofReader,
  HasPublicUrl,
  HasReceiptSeed,
  HasRelay,
  HasRemotePolicySigner,
  HasRequestLimits,
  HasSandboxFlag,
  HasSecretKeys,
  HasStreams,
  HasTimeMachine,
  HasTurnLimits,
} from './context-parts.ts'

/** Everything that the operations use. `createService` creates it once. */
export type Context = HasDatabase &
  HasNotifications &
  HasLiveEvents &
  HasStreams &
  HasChain &
  HasRelay &
  HasMailer &
  HasProofReader &
  HasClock &
  HasLog &
  HasMetrics &
  HasRemotePolicySigner &
  HasExecutionTurns &
  HasItemTurns &
  HasTimeMachine & { settings: ServiceSettings }

export type ServiceSettings = HasPublicUrl['settings'] &
  HasApprovalUrl['settings'] &
  HasSandboxFlag['settings'] &
  HasPictureGateways['settings'] &
  HasRequestLimits['settings'] &
  HasGasBudget['settings'] &
  HasGasLimits['settings'] &
  HasTurnLimits['settings'] &
  HasFeeLimits['settings'] &
  HasConfirmations['settings'] &
  HasCodeKey['settings'] &
  HasReceiptSeed['settings'] &
  HasSecretKeys['settings'] & {
    /** Maximum waiting calls per transaction. Undefined means the default of `relayer/relay-parts.ts`. */
    callsPerTransactionMax?: number | undefined
  }

/** The caller: the organization, the authenticated key and, if the request came over a network, the IP address. */
export type Caller = {
  organizationId: string
  keyId: string
  clientIp?: string | undefined
  /** Returns the signal that is aborted when the caller's connection closes. Undefined for the command line. */
  leaving?: (() => AbortSignal) | undefined
  /** Runs a wait for an event outside of the limits of concurrent requests. Undefined for the command line. */
  waitAside?: (<Result>(wait: () => Promise<Result>) => Promise<Result>) | undefined
  /** The request's `Accept-Language`, which is the language of the mails that it causes. */
  acceptLanguage?: string | null
  /** The requester named by the key's holder (`REQUESTER_HEADER`), as it was sent. */
  requester?: string | null
}
