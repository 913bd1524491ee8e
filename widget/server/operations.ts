/* Generated from the OpenAPI description; a test compares it. */

export type AddDomainRequest = {
  /** Must not be empty; must be at most 253 characters. */
  domain: string
}

export type Address = string

export type AllowListDryRun = {
  sinceDatetime: Datetime
  requests: number
  refusedRequests: number
  uncertainRequests: number
  refusedFrom: readonly {
    kind: 'address' | 'unknown' | 'server' | 'others'
    ip: string | null
    requests: number
    lastDay: string
  }[]
  moreSources: number
}

export type AllowTokenRequest = {
  standard: TokenStandard
  /** Must be at most 64 characters; must not contain control characters; must be well-formed Unicode; must not be empty. */
  name?: string
  /** Must be at most 32 characters; must not contain control characters; must be well-formed Unicode; must not be empty. */
  symbol?: string
  /** Must be at most 2048 characters; must be an https address, or empty. */
  logoUrl?: string
}

export type AllowedToken = {
  id: string
  address: Address
  name: string
  symbol: string
  decimals: Decimals
  logoUrl: string
}

export type AllowedTokenList = readonly AllowedToken[]

export type AmountQuery = string

export type ApiKey = {
  id: string
  label: string
  start: string
  scopes: readonly (
    | 'wallet:create'
    | 'wallet:read'
    | 'token:transfer'
    | 'token:approve'
    | 'transaction:execute'
    | 'domain:read'
    | 'org:manage'
  )[]
  createdAtDatetime: Datetime
  expiresAtDatetime: Datetime | null
  revokedAtDatetime: Datetime | null
  lastUsedAtDatetime: Datetime | null
  lastUsedIp?: string | null
  ipAllowList?: IpAllowList
  lastRefusedAtDatetime?: Datetime | null
  lastRefusedIp?: string | null
  requestsPerMinute?: number | null
  replacedByKeyId?: Uuid | null
  exposedAtDatetime?: Datetime | null
  exposureDismissedAtDatetime?: Datetime | null
  createdBy?: string | null
  usageSinceDatetime?: Datetime
  unusedScopes?: readonly (
    | 'wallet:create'
    | 'wallet:read'
    | 'token:transfer'
    | 'token:approve'
    | 'transaction:execute'
    | 'domain:read'
    | 'org:manage'
  )[]
}

export type ApiKeyList = readonly ApiKey[]

export type ApiKeyRequest = {
  id: string
  answeredAtDatetime: Datetime
  method: string
  path: string
  status: number
  code: string | null
  message: string | null
  durationMs: number
  ip: string | null
  requestId: string
}

export type ApiKeyUsage = {
  sinceDatetime: Datetime
  requests: number
  days: readonly { day: string; requests: number }[]
  scopes: readonly {
    scope:
      | 'wallet:create'
      | 'wallet:read'
      | 'token:transfer'
      | 'token:approve'
      | 'transaction:execute'
      | 'domain:read'
      | 'org:manage'
    requests: number
    lastDay: string | null
  }[]
  endpoints: readonly {
    endpoint: string
    scope:
      | (
          | 'wallet:create'
          | 'wallet:read'
          | 'token:transfer'
          | 'token:approve'
          | 'transaction:execute'
          | 'domain:read'
          | 'org:manage'
        )
      | null
    requests: number
    lastDay: string
  }[]
  sources: readonly {
    kind: 'address' | 'unknown' | 'server' | 'others'
    ip: string | null
    requests: number
    lastDay: string
  }[]
  moreSources: number
}

export type Approval = {
  number?: number
  expiresAtDatetime: Datetime
  notifiedAtDatetime?: Datetime
  seenAtDatetime?: Datetime
  decidedAtDatetime?: Datetime
  reported?: true
  forOrganization?: true
  approvalsRequired?: number
  approvalsGiven?: number
}

export type ApprovalCounts = { requester: number; others: number; pending: number }

export type AttemptDetail = {
  attemptedAtDatetime: Datetime
  durationMs: number
  delivered: boolean
  responseStatus: number | null
  responseBytes: number | null
  problem: string | null
  requestHeaders: Record<string, string> | null
  responseHeaders: Record<string, string> | null
  responseBody: string | null
}

export type Calldata = string

export type CheckVerification = { email: Email; verificationCode: VerificationCode }

export type CheckVerificationAnswer = { success: true }

export type Clocks = { serverDatetime: Datetime; chainDatetime: Datetime | null }

export type Collectible = {
  tokenAddress: Address
  tokenId: Uint
  name: string
  description: string
  picture?: { mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'; base64: string }
  problem?: 'none' | 'kind' | 'size' | 'unreachable'
}

export type Config = {
  profile: 1
  chainId: number
  factory: Address
  fee: FeeSettings
  approvalUrl: string
  features: readonly string[]
  policySigner?: Address | null
}

export type Coordinate = string

export type CreatePolicyAnswer = {
  id: string
  name: string
  enabled: boolean
  walletAddress: Address | null
  rule:
    | {
        /** Must be one of transaction-limit, day-limit. */
        kind: 'transaction-limit' | 'day-limit'
        tokenAddress: Address
        amount: Uint
      }
    | {
        kind: 'approval'
        tokenAddress: Address
        amount: Uint
        everything?: true
        /** Must be an array of approvers; must name at least one approver; must be at most 20 approvers; must name every person once. */
        approvers: readonly {
          email: Email
          /** Must be at most 100 characters. */
          administratorId?: string
          /** Must be at most 100 characters; must not contain control characters; must be well-formed Unicode. */
          name?: string
          removed?: true
        }[]
        /** Must be a whole number; must be at least 1. */
        approvalsRequired?: number
      }
    | {
        kind: 'recipients'
        /** Must be an array of addresses; must name at least one address; must be at most 100 addresses. */
        recipients: readonly Address[]
      }
  enrolled?: readonly string[]
  createdAtDatetime: Datetime
  updatedAtDatetime: Datetime
}

export type CreatePolicyRequest = {
  /** Must be at most 60 characters; must not contain control characters; must be well-formed Unicode; must not be empty. */
  name: string
  /** Must be true or false. */
  enabled?: boolean
  walletAddress?: Address | null
  rule:
    | {
        /** Must be one of transaction-limit, day-limit. */
        kind: 'transaction-limit' | 'day-limit'
        tokenAddress: Address
        amount: Uint
      }
    | {
        kind: 'approval'
        tokenAddress: Address
        amount: Uint
        everything?: true
        /** Must be an array of approvers; must name at least one approver; must be at most 20 approvers; must name every person once. */
        approvers: readonly {
          email: Email
          /** Must be at most 100 characters. */
          administratorId?: string
          /** Must be at most 100 characters; must not contain control characters; must be well-formed Unicode. */
          name?: string
          removed?: true
        }[]
        /** Must be a whole number; must be at least 1. */
        approvalsRequired?: number
      }
    | {
        kind: 'recipients'
        /** Must be an array of addresses; must name at least one address; must be at most 100 addresses. */
        recipients: readonly Address[]
      }
}

export type CreatePolicySignerAnswer = { address: Address; createdAtDatetime: Datetime }

export type CreateWalletRequest = {
  qx: Coordinate
  qy: Coordinate
  rpIdHash: RpIdHash
  /** Must be at most 50 characters; must not contain control characters; must be well-formed Unicode. */
  label?: string
  backupAddress?: Address
  /** Must be true or false. */
  withFee?: boolean
  /** Must be at most 255 characters; must not contain control characters; must be well-formed Unicode. */
  externalUserId?: string
  /** Must be at most 255 characters; must not contain control characters; must be well-formed Unicode. */
  externalUserLabel?: string
  verificationCode: VerificationCode
  email?: Email
}

export type CreateWalletResult = { address: Address; label: string; transactionHash: Hash }

export type CreateWebhookRequest = {
  /** Must be at most 2048 characters. */
  url: string
  types?:
    | readonly (
        | 'transaction.approved'
        | 'transaction.rejected'
        | 'transaction.submitted'
        | 'transaction.confirmed'
        | 'transaction.failed'
        | 'transaction.expired'
        | 'transaction.cancelled'
        | 'wallet.created'
        | 'wallet.cosigner.set'
        | 'wallet.cosigner.removal.started'
        | 'wallet.cosigner.removed'
        | 'wallet.key.added'
        | 'wallet.key.removed'
        | 'apikey.exposed'
        | 'alert.raised'
        | 'alert.cleared'
      )[]
    | null
  /** Must be at most 255 characters; must not contain control characters; must be well-formed Unicode. */
  description?: string
}

export type CreatedWebhook = {
  id: string
  url: string
  description: string
  types:
    | readonly (
        | 'transaction.approved'
        | 'transaction.rejected'
        | 'transaction.submitted'
        | 'transaction.confirmed'
        | 'transaction.failed'
        | 'transaction.expired'
        | 'transaction.cancelled'
        | 'wallet.created'
        | 'wallet.cosigner.set'
        | 'wallet.cosigner.removal.started'
        | 'wallet.cosigner.removed'
        | 'wallet.key.added'
        | 'wallet.key.removed'
        | 'apikey.exposed'
        | 'alert.raised'
        | 'alert.cleared'
      )[]
    | null
  enabled: boolean
  disabledReason: ('manual' | 'gone' | 'failing') | null
  disabledAtDatetime: Datetime | null
  failingSinceDatetime: Datetime | null
  previousSecretUntilDatetime: Datetime | null
  createdAtDatetime: Datetime
  updatedAtDatetime: Datetime
  secret: string
}

export type Datetime = string

export type DatetimeQuery = string

export type Decimals = number

export type Delivery = {
  id: string
  eventId: string
  type:
    | 'transaction.approved'
    | 'transaction.rejected'
    | 'transaction.submitted'
    | 'transaction.confirmed'
    | 'transaction.failed'
    | 'transaction.expired'
    | 'transaction.cancelled'
    | 'wallet.created'
    | 'wallet.cosigner.set'
    | 'wallet.cosigner.removal.started'
    | 'wallet.cosigner.removed'
    | 'wallet.key.added'
    | 'wallet.key.removed'
    | 'apikey.exposed'
    | 'alert.raised'
    | 'alert.cleared'
    | 'webhook.test'
  status: 'pending' | 'delivered' | 'failed' | 'cancelled'
  attempts: readonly DeliveryAttempt[]
  nextAttemptAtDatetime: Datetime | null
  createdAtDatetime: Datetime
  deliveredAtDatetime: Datetime | null
}

export type DeliveryAttempt = {
  attemptedAtDatetime: Datetime
  durationMs: number
  delivered: boolean
  responseStatus: number | null
  responseBytes: number | null
  problem: string | null
}

export type DeliveryDetail = {
  id: string
  eventId: string
  type:
    | 'transaction.approved'
    | 'transaction.rejected'
    | 'transaction.submitted'
    | 'transaction.confirmed'
    | 'transaction.failed'
    | 'transaction.expired'
    | 'transaction.cancelled'
    | 'wallet.created'
    | 'wallet.cosigner.set'
    | 'wallet.cosigner.removal.started'
    | 'wallet.cosigner.removed'
    | 'wallet.key.added'
    | 'wallet.key.removed'
    | 'apikey.exposed'
    | 'alert.raised'
    | 'alert.cleared'
    | 'webhook.test'
  status: 'pending' | 'delivered' | 'failed' | 'cancelled'
  attempts: readonly AttemptDetail[]
  nextAttemptAtDatetime: Datetime | null
  createdAtDatetime: Datetime
  deliveredAtDatetime: Datetime | null
  requestBody: string
  transactionUuid?: Uuid
}

export type DeliveryList = readonly Delivery[]

export type DigestQuery = string

export type Domain = {
  id: string
  domain: string
  rpIdHash: RpIdHash
  verifiedAtDatetime: Datetime | null
  proof?: DomainProof
  relatedOrigins?: readonly string[]
}

export type DomainList = readonly Domain[]

export type DomainProof = {
  dns: { name: string; type: 'TXT'; value: string }
  file: { url: string; content: string }
}

export type DryRunAllowListRequest = {
  /** Must be an array of addresses and ranges; must name at least one range; must be at most 100 ranges. */
  ranges: readonly string[]
}

export type DryRunPolicyAnswer = {
  transactions: number
  refusedTransactions: number
  refusedAmount?: Uint
  newestRefused: readonly {
    transactionUuid: Uuid
    walletAddress: Address
    createdAtDatetime: Datetime
    amount?: Uint
  }[]
}

export type DryRunPolicyRequest = {
  walletAddress?: Address | null
  rule:
    | {
        /** Must be one of transaction-limit, day-limit. */
        kind: 'transaction-limit' | 'day-limit'
        tokenAddress: Address
        amount: Uint
      }
    | {
        kind: 'approval'
        tokenAddress: Address
        amount: Uint
        everything?: true
        /** Must be an array of approvers; must name at least one approver; must be at most 20 approvers; must name every person once. */
        approvers: readonly {
          email: Email
          /** Must be at most 100 characters. */
          administratorId?: string
          /** Must be at most 100 characters; must not contain control characters; must be well-formed Unicode. */
          name?: string
          removed?: true
        }[]
        /** Must be a whole number; must be at least 1. */
        approvalsRequired?: number
      }
    | {
        kind: 'recipients'
        /** Must be an array of addresses; must name at least one address; must be at most 100 addresses. */
        recipients: readonly Address[]
      }
}

export type Email = string

export type ErrorContent = {
  message: string
  code?: string
  errors?: readonly FieldError[]
  details?: Record<string, string>
}

export type Event = {
  type:
    | 'transaction.approved'
    | 'transaction.rejected'
    | 'transaction.submitted'
    | 'transaction.confirmed'
    | 'transaction.failed'
    | 'transaction.expired'
    | 'transaction.cancelled'
    | 'wallet.created'
    | 'wallet.cosigner.set'
    | 'wallet.cosigner.removal.started'
    | 'wallet.cosigner.removed'
    | 'wallet.key.added'
    | 'wallet.key.removed'
    | 'apikey.exposed'
    | 'alert.raised'
    | 'alert.cleared'
    | 'webhook.test'
    | 'transaction.held'
    | 'transaction.seen'
    | 'transaction.approval-given'
    | 'message.held'
    | 'message.decided'
    | 'approver.enrolled'
    | 'approver.passkey-removed'
  timestamp: Datetime
  data: EventData
  id: string
  sequence: string
}

export type EventData = {
  transactionUuid?: Uuid
  messageUuid?: Uuid
  walletAddress?: Address
  externalUserId?: string
  status?:
    | 'PENDING_USER_APPROVAL'
    | 'APPROVED'
    | 'SUBMITTED'
    | 'CONFIRMED'
    | 'FAILED'
    | 'REJECTED'
    | 'EXPIRED'
    | 'CANCELLED'
  digest?: Hash
  transactionHash?: Hash
  reason?: string
  coSigner?: Address
  coSignerUntil?: Datetime
  keyNumber?: number
  qx?: string
  qy?: string
  keyId?: Uuid
  start?: string
  origin?: string
  kind?: string
  subject?: string
  name?: string
}

export type EventList = readonly Event[]

export type ExecuteRequest = {
  walletAddress: Address
  toAddress: Address
  value: Uint
  /** Must be at most 256 characters. */
  functionSignature?: string
  /** Must be an array of strings; must have at most 16 items. */
  params?: readonly string[]
  data?: Calldata
  signature: Signature
  expiration: UnixSeconds
  fee: Uint
  feeCoinAddress: Address
  feeWithdrawAddress: Address
}

export type ExecuteResult = HeldResult | ImmediateResult

export type Fee = {
  required: boolean
  tokenAddress: Address
  tokenSymbol: string
  tokenDecimals: Decimals
  amountPerTransaction: Uint
  currentBalance: Uint
  sufficient: boolean
}

export type FeeSettings = {
  tokenAddress: Address
  amountPerTransaction: Uint
  withdrawAddress: Address
} | null

export type FeeSettingsAnswer = { fee: FeeSettings }

export type FieldError = { path: string; message: string }

export type FinishedRecovery = { success: true; transactionHash?: Hash }

export type GetBalancesAnswer = {
  address: Address
  coins: readonly {
    tokenAddress: Address
    name: string
    symbol: string
    allowed?: boolean
    decimals: number | null
    amount: Uint
  }[]
  collectibles?: readonly {
    tokenAddress: Address
    name: string
    symbol: string
    allowed?: boolean
    tokenId: Uint
  }[]
  multiTokens?: readonly {
    tokenAddress: Address
    name: string
    symbol: string
    allowed?: boolean
    tokenId: Uint
    amount: Uint
  }[]
  allowances?: readonly {
    tokenAddress: Address
    name: string
    symbol: string
    allowed?: boolean
    spender: Address
    decimals?: number | null
    amount?: Uint
    tokenId?: Uint
    grantedAtDatetime?: Datetime
  }[]
  operators?: readonly {
    tokenAddress: Address
    name: string
    symbol: string
    allowed?: boolean
    operator: Address
    grantedAtDatetime?: Datetime
  }[]
  asOfBlock?: string
}

export type GetGasAnswer = {
  budgetWeiPerDay: Uint | null
  spentWei: Uint
  resetsAtDatetime: Datetime
  limits?: { walletGasPerDay: Uint | null; userGasPerDay: Uint | null; gasPerCallMax: Uint }
}

export type GetOverviewAnswer = {
  wallets: { count: number; createdInMonth: number; unprotected: number }
  transactions: { day: { count: number; before: number }; month: { count: number; before: number } }
  failed: { day: { count: number; before: number } }
  pending: { count: number; oldestDatetime: Datetime | null }
  sent: readonly { tokenAddress: Address; symbol: string; decimals: Decimals; amount: Uint }[]
  gas: { spentWei: Uint; beforeWei: Uint }
  relayer: { balanceWei: Uint; daysLeft: number | null; state: 'enough' | 'low' | 'empty' } | null
  webhooks: { working: number; failing: number; stopped: number }
  days?: readonly {
    day: string
    transactions: { confirmed: number; failed: number; declined: number; expired: number; open: number }
    sent: readonly { tokenAddress: Address; amount: Uint }[]
  }[]
}

export type GetReceiptAnswer = {
  version: 1
  /** Must be an origin. */
  issuer: string
  issuedAtDatetime: Datetime
  organization: { id: Uuid; name: string }
  transactionUuid: Uuid
  /** Must be a chain id. */
  chainId: number
  wallet: {
    address: Address
    factory: Address
    /** Must be 0x and 64 lower-case hex digits. */
    rpIdHash: string
    publicKey: {
      /** Must be 0x and 64 lower-case hex digits. */
      x: string
      /** Must be 0x and 64 lower-case hex digits. */
      y: string
    }
    keyNumber?: number
  }
  call: {
    toAddress: Address
    value: Uint
    data: Calldata
    expiration: Uint
    fee: Uint
    feeCoinAddress: Address
    feeWithdrawAddress: Address
  }
  dataHash: Hash
  digest: Hash
  signature: {
    /** Must be at most 8192 bytes; must be 0x followed by an even number of hex digits. */
    authenticatorData: string
    clientDataJSON: string
    challengeIndex: Uint
    typeIndex: Uint
    r: Uint
    s: Uint
  }
  coSignature?: {
    coSigner: Address
    /** Must be at most 8192 bytes; must be 0x followed by an even number of hex digits. */
    signature: string
    passkey?: {
      /** Must be 0x and 64 lower-case hex digits. */
      rpIdHash: string
      publicKey: {
        /** Must be 0x and 64 lower-case hex digits. */
        x: string
        /** Must be 0x and 64 lower-case hex digits. */
        y: string
      }
    }
  }
  approval?: {
    decision: 'approved'
    decidedAtDatetime: Datetime
    /** Must be 0x and 64 lower-case hex digits. */
    credentialIdHash: string
  }
  outcome: { status: 'CONFIRMED' | 'FAILED'; transactionHash: Hash; blockNumber: Uint; blockHash: Hash }
  proof: {
    type: 'Ed25519'
    /** Must be 16 hex digits. */
    keyId: string
    /** Must be 32 bytes in base64url. */
    publicKey: string
    /** Must be 64 bytes in base64url. */
    value: string
  }
}

export type GetUsageAnswer = {
  days: readonly {
    day: string
    transactions: { confirmed: number; failed: number; declined: number; expired: number; open: number }
    walletsCreated: number
    apiRequests: number | null
    gasWei: Uint
    fees: readonly { tokenAddress: Address; amount: Uint }[]
  }[]
  gasBudgetWeiPerDay: Uint | null
  gasLimits?: { walletGasPerDay: Uint | null; userGasPerDay: Uint | null; gasPerCallMax: Uint }
}

export type Hash = string

export type HeldResult = {
  success: true
  status: 'PENDING_USER_APPROVAL'
  transactionUuid: Uuid
  warnings?: readonly {
    code: 'EARLIER_CALL_EXECUTABLE'
    message: string
    transactionUuid: Uuid
    executableUntil: Datetime
  }[]
}

export type HoldMessageAnswer = {
  messageUuid?: Uuid
  walletAddress: Address
  status: 'PENDING_USER_APPROVAL' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
  number?: number
  expiresAtDatetime?: Datetime
  forOrganization?: true
  coSignature?: Signature
}

export type HoldMessageRequest = {
  walletAddress: Address
  message:
    | {
        kind: 'text'
        /** Must be at most 65536 characters; must be at most 65536 bytes of UTF-8. */
        text: string
      }
    | { kind: 'bytes'; data: Calldata }
    | {
        kind: 'typed-data'
        /** Must be an object. */
        typedData: Record<string, unknown>
      }
  /** Must be the origin of a page. */
  origin: string
  signature: Signature
}

export type ImmediateResult = {
  success: true
  transactionHash: Hash
  warnings?: readonly {
    code: 'EARLIER_CALL_EXECUTABLE'
    message: string
    transactionUuid: Uuid
    executableUntil: Datetime
  }[]
}

export type InspectTokenRequest = { address: Address }

export type InspectedToken = {
  address: Address
  isContract: boolean
  standard: TokenStandard | null
  name: string | null
  symbol: string | null
  decimals: Decimals | null
  hasHiddenText: boolean
  isEarlyCollection?: boolean
}

export type IpAllowList = {
  /** Must be one of off, staged, enforced. */
  mode: 'off' | 'staged' | 'enforced'
  /** Must be an array of addresses and ranges; must be at most 100 ranges. */
  ranges: readonly string[]
}

export type IssueApiKeyRequest = {
  /** Must be at most 50 characters; must not contain control characters; must be well-formed Unicode; must not be empty. */
  label: string
  /** Must be an array of scopes; choose at least one scope; must not repeat a scope. */
  scopes: readonly (
    | 'wallet:create'
    | 'wallet:read'
    | 'token:transfer'
    | 'token:approve'
    | 'transaction:execute'
    | 'domain:read'
    | 'org:manage'
  )[]
  expiresAtDatetime?: Datetime
  ipAllowList?: IpAllowList
  /** Must be a whole number; must be at least 1; must be at most 10000000. */
  requestsPerMinute?: number
  /** Must be at most 100 characters; must not contain control characters; must be well-formed Unicode. */
  createdBy?: string
}

export type IssuedApiKey = {
  id: string
  label: string
  start: string
  scopes: readonly (
    | 'wallet:create'
    | 'wallet:read'
    | 'token:transfer'
    | 'token:approve'
    | 'transaction:execute'
    | 'domain:read'
    | 'org:manage'
  )[]
  createdAtDatetime: Datetime
  expiresAtDatetime: Datetime | null
  revokedAtDatetime: Datetime | null
  lastUsedAtDatetime: Datetime | null
  lastUsedIp?: string | null
  ipAllowList?: IpAllowList
  lastRefusedAtDatetime?: Datetime | null
  lastRefusedIp?: string | null
  requestsPerMinute?: number | null
  replacedByKeyId?: Uuid | null
  exposedAtDatetime?: Datetime | null
  exposureDismissedAtDatetime?: Datetime | null
  createdBy?: string | null
  usageSinceDatetime?: Datetime
  unusedScopes?: readonly (
    | 'wallet:create'
    | 'wallet:read'
    | 'token:transfer'
    | 'token:approve'
    | 'transaction:execute'
    | 'domain:read'
    | 'org:manage'
  )[]
  secret: string
}

export type ListAlertsAnswer = readonly {
  id: string
  kind:
    | 'relayer-low'
    | 'webhook-failing'
    | 'key-exposed'
    | 'key-refused'
    | 'failure-spike'
    | 'policy-refused'
    | 'recovery-proposed'
    | 'co-signer-removal'
    | 'key-added'
    | 'executed-unapproved'
    | 'approvers-missing'
    | 'policy-loosened'
    | 'allow-list-loosened'
    | 'manage-key-added'
    | 'fee-raised'
    | 'admin-added'
    | 'recovery-code-used'
    | 'recovery-link-created'
    | 'recovery-link-used'
    | 'recovery-codes-made'
    | 'passkey-added'
    | 'passkey-removed'
    | 'identity-linked'
  subject: string
  name: string
  raisedAtDatetime: Datetime
  by?: { kind: 'administrator' | 'api-key' | 'operator'; id: string; name: string }
  ipAddress?: string
  acknowledgement?: { name: string; atDatetime: Datetime }
}[]

export type ListApiKeyRequestsAnswer = readonly ApiKeyRequest[]

export type ListHistoryAnswer = readonly {
  kind: 'in' | 'out' | 'self' | 'mint' | 'burn' | 'approval' | 'operator'
  standard?: 'erc20' | 'erc721' | 'erc1155'
  tokenAddress: Address
  allowed: boolean
  token?: { name: string; symbol: string; decimals: number }
  counterparty: Address
  amount?: Uint
  tokenId?: Uint
  approved?: boolean
  blockNumber: string
  logIndex: number
  itemIndex: number
  minedAtDatetime: Datetime
  transactionHash: Hash
  transactionUuid?: Uuid
}[]

export type ListPoliciesAnswer = readonly CreatePolicyAnswer[]

export type LookUpAddressesAnswer = {
  addresses: readonly {
    address: Address
    wallet: { address: Address; label: string } | null
    looksLikeWallet: { address: Address; label: string } | null
    lastUsedAtDatetime?: Datetime | null
    looksLikeUsed?: Address | null
  }[]
  isWholeHistory?: boolean
}

export type LookUpAddressesRequest = {
  /** Must be a list; must have at least one address. */
  addresses: readonly Address[]
  walletAddress?: Address
}

export type NamedRequester = {
  kind: 'integration' | 'administrator'
  /** Must be at most 100 characters. */
  id: string
  /** Must be at most 200 characters. */
  name: string
  /** Must be at most 300 characters. */
  origin?: string
  /** Must be at most 45 characters. */
  ipAddress?: string
}

export type Notification = {
  state: 'queued' | 'sent' | 'withheld' | 'failed'
  silencedUntilDatetime?: Datetime
  remindersLeft: number
  remindAfterSeconds: number
}

export type NotifyApproverAnswer = { success: true }

export type OnChain = {
  transactionHash: Hash
  blockNumber: Uint
  blockHash: Hash
  gasUsed?: Uint
  gasPriceWei?: Uint
  gasCostWei?: Uint
  bundledCalls?: number
  confirmations?: number
}

export type OpenWidgetSessionAnswer = { token: string; expiresAt: Datetime }

export type OpenWidgetSessionRequest = {
  /** Must be at most 255 characters; must not contain control characters; must be well-formed Unicode; must not be empty. */
  externalUserId: string
  /** Must be at most 255 characters; must not contain control characters; must be well-formed Unicode. */
  externalUserLabel?: string
  email?: Email
  walletAddress?: Address
  /** Must be an array; choose at least one operation. */
  operations: readonly ('create' | 'transfer' | 'approve' | 'execute' | 'sign')[]
  /** Must be an origin such as https://shop.example. */
  origin: string
}

export type Organization = {
  id: string
  name: string
  sandbox: boolean
  embedOrigins?: readonly string[]
  logo?: string | null
}

export type OrganizationToken = {
  id: string
  address: Address
  name: string
  symbol: string
  decimals: Decimals
  logoUrl: string
  standard: TokenStandard
  origin: 'default' | 'organization'
  removed: boolean
  addedAtDatetime: Datetime
}

export type OrganizationTokenList = readonly OrganizationToken[]

export type OrganizationTransaction = {
  transactionUuid: Uuid
  walletAddress: Address
  status:
    | 'PENDING_USER_APPROVAL'
    | 'APPROVED'
    | 'SUBMITTED'
    | 'CONFIRMED'
    | 'FAILED'
    | 'REJECTED'
    | 'EXPIRED'
    | 'CANCELLED'
  digest: Hash
  signingKey?: WalletKey
  toAddress: Address
  value: Uint
  data: Calldata
  expiration: string
  fee: Uint
  feeCoinAddress: Address
  feeWithdrawAddress: Address
  transactionHash?: Hash
  blockNumber?: string
  reason?: string
  bypassed?: 'end-user' | 'administrator' | 'policy'
  outside?: true
  executableUntil?: Datetime
  createdAtDatetime: Datetime
  updatedAtDatetime: Datetime
  approval?: {
    expiresAtDatetime: Datetime
    notifiedAtDatetime?: Datetime
    seenAtDatetime?: Datetime
    decidedAtDatetime?: Datetime
    reported?: true
    forOrganization?: true
    approvalsRequired?: number
    approvalsGiven?: number
  }
  walletLabel: string
  externalUserId: string
  externalUserLabel: string
  email?: string
  approverEmail?: string
  approvers?: readonly {
    email: string
    name?: string
    administratorId?: string
    decision?: 'approve' | 'reject'
    decidedAtDatetime?: Datetime
    comment?: string
    carriedOver?: true
    removed?: true
    self?: true
  }[]
  secondsLeft?: number
  held?: readonly { address: Address; standard: 'erc20' | 'erc721' | 'erc1155' }[]
  requestedBy?: { id: string; name: string }
}

export type OrganizationTransactionList = readonly OrganizationTransaction[]

export type OwnOrganization = {
  id: string
  name: string
  sandbox: boolean
  embedOrigins?: readonly string[]
  logo?: string | null
  keyScopes?: readonly (
    | 'wallet:create'
    | 'wallet:read'
    | 'token:transfer'
    | 'token:approve'
    | 'transaction:execute'
    | 'domain:read'
    | 'org:manage'
  )[]
}

export type PendingVerificationResult = { pending: boolean; expiresAt?: Datetime }

export type PredictWalletRequest = { qx: Coordinate; qy: Coordinate; rpIdHash: RpIdHash }

export type PredictWalletResult = { address: Address; deployed: boolean; fee: Fee }

export type PrepareErc1155BatchTransferRequest = {
  walletAddress: Address
  tokenAddress: Address
  from: Address
  to: Address
  /** Must be an array of strings; must have at least one item. */
  tokenIds: readonly Uint[]
  /** Must be an array of strings; must have at least one item. */
  amounts: readonly Uint[]
  data?: ReceiverData
}

export type PrepareErc1155SafeTransferRequest = {
  walletAddress: Address
  tokenAddress: Address
  from: Address
  to: Address
  tokenId: Uint
  amount: Uint
  data?: ReceiverData
}

export type PrepareErc20ApproveRequest = {
  walletAddress: Address
  tokenAddress: Address
  spender: Address
  amount: Uint
}

export type PrepareErc20TransferRequest = {
  walletAddress: Address
  tokenAddress: Address
  to: Address
  amount: Uint
}

export type PrepareErc721ApproveRequest = {
  walletAddress: Address
  tokenAddress: Address
  approved: Address
  tokenId: Uint
}

export type PrepareErc721SafeTransferRequest = {
  walletAddress: Address
  tokenAddress: Address
  from: Address
  to: Address
  tokenId: Uint
  data?: ReceiverData
}

export type PrepareErc721SetApprovalForAllRequest = {
  walletAddress: Address
  tokenAddress: Address
  operator: Address
  /** Must be true or false. */
  approved: boolean
}

export type PreparedCall = {
  success: true
  toAddress: Address
  txObject: TxObject
  warnings?: readonly {
    code: 'EARLIER_CALL_EXECUTABLE'
    message: string
    transactionUuid: Uuid
    executableUntil: Datetime
  }[]
}

export type ReceiverData = string

export type RemoveApproverAnswer = { policies: number; openRequests: number }

export type RemoveApproverRequest = {
  /** Must be at most 100 characters. */
  administratorId: string
  /** Must be at most 20 addresses. */
  emails?: readonly Email[]
}

export type ReplayEventsRequest = {
  sinceDatetime?: DatetimeQuery
  /** Must be a whole number in decimal digits without leading zeros; must be below 2^256; must be a sequence that was given out. */
  afterSequence?: Uint
  /** Must be true or false. */
  undeliveredOnly?: boolean
}

export type ReplayEventsResult = { replayed: number; throughSequence: string | null; complete: boolean }

export type RequestEmailVerification = { email: Email }

export type RequestEmailVerificationResult = { success: true; expiresAt: Datetime }

export type Requester = {
  apiKey?: { id: Uuid; label: string }
  ipAddress?: string
  namedByKey?: NamedRequester
}

export type ResendDeliveriesAnswer = { resent: number; complete: boolean }

export type ResendDeliveriesRequest = {
  /** Must be one of pending, failed, cancelled. */
  status?: 'pending' | 'failed' | 'cancelled'
  /** Must be one of transaction.approved, transaction.rejected, transaction.submitted, transaction.confirmed, transaction.failed, transaction.expired, transaction.cancelled, wallet.created, wallet.cosigner.set, wallet.cosigner.removal.started, wallet.cosigner.removed, wallet.key.added, wallet.key.removed, apikey.exposed, alert.raised, alert.cleared, webhook.test. */
  type?:
    | 'transaction.approved'
    | 'transaction.rejected'
    | 'transaction.submitted'
    | 'transaction.confirmed'
    | 'transaction.failed'
    | 'transaction.expired'
    | 'transaction.cancelled'
    | 'wallet.created'
    | 'wallet.cosigner.set'
    | 'wallet.cosigner.removal.started'
    | 'wallet.cosigner.removed'
    | 'wallet.key.added'
    | 'wallet.key.removed'
    | 'apikey.exposed'
    | 'alert.raised'
    | 'alert.cleared'
    | 'webhook.test'
  sinceDatetime?: DatetimeQuery
}

export type ResolveTokenRequest = { address: Address }

export type ResolvedToken = { address: Address; name: string; symbol: string; decimals: Decimals }

export type ReviewMessageAnswer = {
  policies:
    | { outcome: 'passes' }
    | { outcome: 'blocked'; policyId: Uuid; policyName: string; reason: string }
    | {
        outcome: 'needs-approval'
        by: 'administrator'
        policyId: Uuid
        policyName: string
        administratorId?: string
        approvalsRequired?: number
        approvers?: readonly { name?: string; administratorId?: string }[]
      }
    | { outcome: 'needs-approval'; by: 'end-user' }
}

export type ReviewMessageRequest = {
  walletAddress: Address
  message:
    | {
        kind: 'text'
        /** Must be at most 65536 characters; must be at most 65536 bytes of UTF-8. */
        text: string
      }
    | { kind: 'bytes'; data: Calldata }
    | {
        kind: 'typed-data'
        /** Must be an object. */
        typedData: Record<string, unknown>
      }
  /** Must be the origin of a page. */
  origin: string
}

export type RotateApiKeyRequest = {
  /** Must be a whole number of seconds; must not be negative; must be at most 2592000 (30 days). */
  graceSeconds?: number
  /** Must be at most 100 characters; must not contain control characters; must be well-formed Unicode. */
  createdBy?: string
}

export type RpIdHash = string

export type SendTestEventAnswer = { eventId: string }

export type SetFeeSettingsRequest = { fee: FeeSettings }

export type Signature = string

export type SimulateTransactionAnswer = {
  simulation?:
    | {
        outcome?: 'succeeds'
        changes: readonly {
          tokenAddress: Address
          account: Address
          tokenId?: Uint
          /** Must be a whole number of base units, negative where it leaves the account. */
          amount: string
        }[]
        approvals: readonly { tokenAddress: Address; spender: Address; amount?: Uint; tokenId?: Uint }[]
      }
    | { outcome: 'fails'; reason: string; notHeld?: { tokenId?: Uint } }
    | { outcome: 'unavailable' }
  policies?:
    | { outcome: 'passes' }
    | { outcome: 'blocked'; policyId: Uuid; policyName: string; reason: string }
    | {
        outcome: 'needs-approval'
        by: 'administrator'
        policyId: Uuid
        policyName: string
        administratorId?: string
        approvalsRequired?: number
        approvers?: readonly { name?: string; administratorId?: string }[]
      }
    | { outcome: 'needs-approval'; by: 'end-user' }
}

export type SimulateTransactionRequest = {
  walletAddress: Address
  toAddress: Address
  value: Uint
  data: Calldata
}

export type SummarizeWalletsAnswer = {
  tokens: readonly { address: Address; symbol: string; decimals: Decimals }[]
  wallets: readonly {
    address: Address
    coins: readonly { tokenAddress: Address; amount: Uint }[]
    nfts: number
    multiTokens: number
    isWhole: boolean
    lastActivityDatetime?: Datetime | null
    protection?: 'none' | 'service' | 'chain'
  }[]
}

export type TimelineStep = {
  kind:
    | 'submitted'
    | 'found-on-chain'
    | 'held'
    | 'notified'
    | 'reminded'
    | 'seen'
    | 'approved'
    | 'declined'
    | 'reported'
    | 'expired'
    | 'withdrawn'
    | 'sent'
    | 'executed-without-approval'
    | 'executed-against-policy'
    | 'confirmed'
    | 'failed'
    | 'cancelled'
  atDatetime: Datetime
}

export type TokenStandard = 'erc20' | 'erc721' | 'erc1155'

export type Transaction = {
  transactionUuid: Uuid
  walletAddress: Address
  status:
    | 'PENDING_USER_APPROVAL'
    | 'APPROVED'
    | 'SUBMITTED'
    | 'CONFIRMED'
    | 'FAILED'
    | 'REJECTED'
    | 'EXPIRED'
    | 'CANCELLED'
  digest: Hash
  signingKey?: WalletKey
  toAddress: Address
  value: Uint
  data: Calldata
  expiration: string
  fee: Uint
  feeCoinAddress: Address
  feeWithdrawAddress: Address
  transactionHash?: Hash
  blockNumber?: string
  reason?: string
  bypassed?: 'end-user' | 'administrator' | 'policy'
  outside?: true
  executableUntil?: Datetime
  approval?: Approval
  createdAtDatetime: Datetime
  updatedAtDatetime: Datetime
}

export type TransactionDelivery = {
  id: string
  eventId: string
  type:
    | 'transaction.approved'
    | 'transaction.rejected'
    | 'transaction.submitted'
    | 'transaction.confirmed'
    | 'transaction.failed'
    | 'transaction.expired'
    | 'transaction.cancelled'
    | 'wallet.created'
    | 'wallet.cosigner.set'
    | 'wallet.cosigner.removal.started'
    | 'wallet.cosigner.removed'
    | 'wallet.key.added'
    | 'wallet.key.removed'
    | 'apikey.exposed'
    | 'alert.raised'
    | 'alert.cleared'
    | 'webhook.test'
  status: 'pending' | 'delivered' | 'failed' | 'cancelled'
  attempts: readonly DeliveryAttempt[]
  nextAttemptAtDatetime: Datetime | null
  createdAtDatetime: Datetime
  deliveredAtDatetime: Datetime | null
  webhookId: Uuid
  url: string
}

export type TransactionList = readonly Transaction[]

export type TransactionTimeline = {
  transaction: OrganizationTransaction
  onChain?: OnChain
  requester?: Requester
  steps: readonly TimelineStep[]
  notification?: Notification
  simulation?:
    | {
        outcome?: 'succeeds'
        changes: readonly {
          tokenAddress: Address
          account: Address
          tokenId?: Uint
          /** Must be a whole number of base units, negative where it leaves the account. */
          amount: string
        }[]
        approvals: readonly { tokenAddress: Address; spender: Address; amount?: Uint; tokenId?: Uint }[]
      }
    | { outcome: 'fails'; reason: string; notHeld?: { tokenId?: Uint } }
    | { outcome: 'unavailable' }
  deliveries: readonly TransactionDelivery[]
}

export type TxObject = { functionSignature: string; params: readonly string[]; data?: Calldata }

export type Uint = string

export type UnixSeconds = string

export type UpdateApiKeyRequest = {
  /** Must be at most 50 characters; must not contain control characters; must be well-formed Unicode; must not be empty. */
  label?: string
  /** Must be an array of scopes; choose at least one scope; must not repeat a scope. */
  scopes?: readonly (
    | 'wallet:create'
    | 'wallet:read'
    | 'token:transfer'
    | 'token:approve'
    | 'transaction:execute'
    | 'domain:read'
    | 'org:manage'
  )[]
  ipAllowList?: IpAllowList
  requestsPerMinute?: number | null
  /** Must be true. */
  exposureDismissed?: true
}

export type UpdateDomainRequest = {
  /** Must be an array of origins; must be at most 50 origins. */
  relatedOrigins: readonly string[]
}

export type UpdateOrganizationRequest = {
  /** Must be at most 100 characters; must not contain control characters; must be well-formed Unicode; must not be empty. */
  name?: string
  /** Must be an array of origins; must be at most 50 origins. */
  embedOrigins?: readonly string[]
  logo?: string | null
}

export type UpdatePolicyRequest = {
  /** Must be at most 60 characters; must not contain control characters; must be well-formed Unicode; must not be empty. */
  name?: string
  /** Must be true or false. */
  enabled?: boolean
  walletAddress?: Address | null
  rule?:
    | {
        /** Must be one of transaction-limit, day-limit. */
        kind: 'transaction-limit' | 'day-limit'
        tokenAddress: Address
        amount: Uint
      }
    | {
        kind: 'approval'
        tokenAddress: Address
        amount: Uint
        everything?: true
        /** Must be an array of approvers; must name at least one approver; must be at most 20 approvers; must name every person once. */
        approvers: readonly {
          email: Email
          /** Must be at most 100 characters. */
          administratorId?: string
          /** Must be at most 100 characters; must not contain control characters; must be well-formed Unicode. */
          name?: string
          removed?: true
        }[]
        /** Must be a whole number; must be at least 1. */
        approvalsRequired?: number
      }
    | {
        kind: 'recipients'
        /** Must be an array of addresses; must name at least one address; must be at most 100 addresses. */
        recipients: readonly Address[]
      }
  updatedAtDatetime?: DatetimeQuery
}

export type UpdateWebhookRequest = {
  /** Must be at most 2048 characters. */
  url?: string
  types?:
    | readonly (
        | 'transaction.approved'
        | 'transaction.rejected'
        | 'transaction.submitted'
        | 'transaction.confirmed'
        | 'transaction.failed'
        | 'transaction.expired'
        | 'transaction.cancelled'
        | 'wallet.created'
        | 'wallet.cosigner.set'
        | 'wallet.cosigner.removal.started'
        | 'wallet.cosigner.removed'
        | 'wallet.key.added'
        | 'wallet.key.removed'
        | 'apikey.exposed'
        | 'alert.raised'
        | 'alert.cleared'
      )[]
    | null
  /** Must be at most 255 characters; must not contain control characters; must be well-formed Unicode. */
  description?: string
  /** Must be true or false. */
  enabled?: boolean
}

export type UsedKey = { number: number; qx: string; qy: string; lastUsedAt?: Datetime | null }

export type Uuid = string

export type VerificationCode = string

export type VerifyDomainResult = {
  id: string
  domain: string
  rpIdHash: RpIdHash
  verifiedAtDatetime: Datetime | null
  proof?: DomainProof
  relatedOrigins?: readonly string[]
  checks?: {
    dns: { found: boolean; seen: readonly string[]; problem?: string }
    file: { found: boolean; seen: readonly string[]; problem?: string }
  }
}

export type Wallet = {
  id: string
  address: Address
  label: string
  externalUserId: string
  externalUserLabel: string
  createdAtDatetime: Datetime
}

export type WalletApprover = { state: 'none' | 'invited' | 'enrolled'; enrolledAtDatetime?: Datetime }

export type WalletDetails = {
  id: string
  address: Address
  label: string
  externalUserId: string
  externalUserLabel: string
  createdAtDatetime: Datetime
  state: 'deployed' | 'submitted'
  deployedAtDatetime?: Datetime
  transactionHash?: Hash
  qx: string
  qy: string
  rpIdHash: RpIdHash
  rpId?: string
  requestedBackupAddress?: Address
  onChain?: {
    backupAddress: Address
    isKeyReplaced: boolean
    pendingRecovery?: { qx: string; qy: string; effectiveAtSeconds: UnixSeconds }
  }
  coSigner?: Address | null
  coSignerUntil?: Datetime | null
  keys?: readonly UsedKey[]
  approvalWallet?: Address | null
  protection?: 'none' | 'service' | 'chain'
}

export type WalletKey = { number: number; qx: string; qy: string }

export type WalletList = readonly Wallet[]

export type Webhook = {
  id: string
  url: string
  description: string
  types:
    | readonly (
        | 'transaction.approved'
        | 'transaction.rejected'
        | 'transaction.submitted'
        | 'transaction.confirmed'
        | 'transaction.failed'
        | 'transaction.expired'
        | 'transaction.cancelled'
        | 'wallet.created'
        | 'wallet.cosigner.set'
        | 'wallet.cosigner.removal.started'
        | 'wallet.cosigner.removed'
        | 'wallet.key.added'
        | 'wallet.key.removed'
        | 'apikey.exposed'
        | 'alert.raised'
        | 'alert.cleared'
      )[]
    | null
  enabled: boolean
  disabledReason: ('manual' | 'gone' | 'failing') | null
  disabledAtDatetime: Datetime | null
  failingSinceDatetime: Datetime | null
  previousSecretUntilDatetime: Datetime | null
  createdAtDatetime: Datetime
  updatedAtDatetime: Datetime
}

export type WebhookBody = {
  type:
    | 'transaction.approved'
    | 'transaction.rejected'
    | 'transaction.submitted'
    | 'transaction.confirmed'
    | 'transaction.failed'
    | 'transaction.expired'
    | 'transaction.cancelled'
    | 'wallet.created'
    | 'wallet.cosigner.set'
    | 'wallet.cosigner.removal.started'
    | 'wallet.cosigner.removed'
    | 'wallet.key.added'
    | 'wallet.key.removed'
    | 'apikey.exposed'
    | 'alert.raised'
    | 'alert.cleared'
    | 'webhook.test'
  timestamp: Datetime
  data: EventData
}

export type WebhookList = readonly Webhook[]

/**
 * The input and the response of each operation, by its `operationId`.
 *
 * @example
 * type Wallet = Operations['listWallets']['answer'][number]
 */
export type Operations = {
  predictWallet: { input: PredictWalletRequest; answer: PredictWalletResult }
  requestEmailVerification: { input: RequestEmailVerification; answer: RequestEmailVerificationResult }
  pendingVerification: { input: { email: Email }; answer: PendingVerificationResult }
  createWallet: { input: CreateWalletRequest; answer: CreateWalletResult }
  listWallets: {
    input: {
      /** Must be a whole number. */
      limit?: string
      cursor?: string
      externalUserId?: string
      q?: string
      /** Must be one of organization, end-user. */
      owner?: 'organization' | 'end-user'
      /** Must be one of deployed, submitted. */
      state?: 'deployed' | 'submitted'
      /** Must be one of enrolled, missing. */
      approver?: 'enrolled' | 'missing'
      sinceDatetime?: DatetimeQuery
      untilDatetime?: DatetimeQuery
      /** Must be one of newest, oldest, label. */
      sort?: 'newest' | 'oldest' | 'label'
    }
    answer: WalletList
  }
  prepareErc20Transfer: { input: PrepareErc20TransferRequest; answer: PreparedCall }
  prepareErc20Approve: { input: PrepareErc20ApproveRequest; answer: PreparedCall }
  prepareErc721SafeTransfer: { input: PrepareErc721SafeTransferRequest; answer: PreparedCall }
  prepareErc1155SafeTransfer: { input: PrepareErc1155SafeTransferRequest; answer: PreparedCall }
  prepareErc1155BatchTransfer: { input: PrepareErc1155BatchTransferRequest; answer: PreparedCall }
  prepareErc721Approve: { input: PrepareErc721ApproveRequest; answer: PreparedCall }
  prepareErc721SetApprovalForAll: { input: PrepareErc721SetApprovalForAllRequest; answer: PreparedCall }
  prepareErc1155SetApprovalForAll: { input: PrepareErc721SetApprovalForAllRequest; answer: PreparedCall }
  listAllowedTokens: { input: {}; answer: AllowedTokenList }
  resolveToken: { input: ResolveTokenRequest; answer: ResolvedToken }
  executeTransaction: { input: ExecuteRequest; answer: ExecuteResult }
  summarizeWallets: {
    input: {
      /** Must be one to 25 addresses with commas between them. */
      addresses: string
    }
    answer: SummarizeWalletsAnswer
  }
  checkVerification: { input: CheckVerification; answer: CheckVerificationAnswer }
  getWallet: { input: { address: Address }; answer: WalletDetails }
  finishRecovery: { input: { address: Address }; answer: FinishedRecovery }
  getCollectible: { input: { address: Address; tokenAddress: Address; tokenId: Uint }; answer: Collectible }
  lookUpAddresses: { input: LookUpAddressesRequest; answer: LookUpAddressesAnswer }
  getBalances: {
    input: {
      address: Address
      cursor?: string
      /** Must be a whole number. */
      limit?: string
      /** Must be one to ten addresses with commas between them. */
      tokens?: string
    }
    answer: GetBalancesAnswer
  }
  listHistory: {
    input: {
      address: Address
      cursor?: string
      /** Must be a whole number. */
      limit?: string
    }
    answer: ListHistoryAnswer
  }
  getTransaction: { input: { transactionUuid: Uuid }; answer: Transaction }
  listTransactions: {
    input: {
      wallet?: Address
      digest?: DigestQuery
      /** Must be one of PENDING_USER_APPROVAL, APPROVED, SUBMITTED, CONFIRMED, FAILED, REJECTED, EXPIRED, CANCELLED. */
      status?:
        | 'PENDING_USER_APPROVAL'
        | 'APPROVED'
        | 'SUBMITTED'
        | 'CONFIRMED'
        | 'FAILED'
        | 'REJECTED'
        | 'EXPIRED'
        | 'CANCELLED'
      cursor?: string
      /** Must be a whole number. */
      limit?: string
    }
    answer: TransactionList
  }
  simulateTransaction: { input: SimulateTransactionRequest; answer: SimulateTransactionAnswer }
  reviewMessage: { input: ReviewMessageRequest; answer: ReviewMessageAnswer }
  holdMessage: { input: HoldMessageRequest; answer: HoldMessageAnswer }
  getMessage: { input: { messageUuid: Uuid }; answer: HoldMessageAnswer }
  getConfig: { input: {}; answer: Config }
  getOrganization: { input: {}; answer: OwnOrganization }
  updateOrganization: { input: UpdateOrganizationRequest; answer: Organization }
  listApiKeys: { input: {}; answer: ApiKeyList }
  issueApiKey: { input: IssueApiKeyRequest; answer: IssuedApiKey }
  updateApiKey: { input: UpdateApiKeyRequest & { keyId: Uuid }; answer: ApiKey }
  revokeApiKey: { input: { keyId: Uuid }; answer: ApiKey }
  rotateApiKey: { input: RotateApiKeyRequest & { keyId: Uuid }; answer: IssuedApiKey }
  getApiKeyUsage: { input: { keyId: Uuid }; answer: ApiKeyUsage }
  dryRunAllowList: { input: DryRunAllowListRequest & { keyId: Uuid }; answer: AllowListDryRun }
  listApiKeyRequests: {
    input: {
      keyId: Uuid
      /** Must be one of 2xx, 4xx, 5xx. */
      statusClass?: '2xx' | '4xx' | '5xx'
      /** Must be one of GET, POST, PUT, DELETE. */
      method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
      /** Must be the code of an error. */
      code?: string
      sinceDatetime?: DatetimeQuery
      untilDatetime?: DatetimeQuery
      cursor?: string
      /** Must be a whole number. */
      limit?: string
    }
    answer: ListApiKeyRequestsAnswer
  }
  listDomains: { input: {}; answer: DomainList }
  addDomain: { input: AddDomainRequest; answer: Domain }
  verifyDomain: { input: { domainId: Uuid }; answer: VerifyDomainResult }
  updateDomain: { input: UpdateDomainRequest & { domainId: Uuid }; answer: Domain }
  removeDomain: { input: { domainId: Uuid }; answer: Domain }
  getClocks: { input: {}; answer: Clocks }
  getGas: { input: {}; answer: GetGasAnswer }
  listWebhooks: { input: {}; answer: WebhookList }
  createWebhook: { input: CreateWebhookRequest; answer: CreatedWebhook }
  updateWebhook: { input: UpdateWebhookRequest & { webhookId: Uuid }; answer: Webhook }
  deleteWebhook: { input: { webhookId: Uuid }; answer: Webhook }
  rotateWebhookSecret: { input: { webhookId: Uuid }; answer: CreatedWebhook }
  sendTestEvent: { input: { webhookId: Uuid }; answer: SendTestEventAnswer }
  listDeliveries: {
    input: {
      webhookId: Uuid
      /** Must be one of pending, delivered, failed, cancelled. */
      status?: 'pending' | 'delivered' | 'failed' | 'cancelled'
      /** Must be one of transaction.approved, transaction.rejected, transaction.submitted, transaction.confirmed, transaction.failed, transaction.expired, transaction.cancelled, wallet.created, wallet.cosigner.set, wallet.cosigner.removal.started, wallet.cosigner.removed, wallet.key.added, wallet.key.removed, apikey.exposed, alert.raised, alert.cleared, webhook.test. */
      type?:
        | 'transaction.approved'
        | 'transaction.rejected'
        | 'transaction.submitted'
        | 'transaction.confirmed'
        | 'transaction.failed'
        | 'transaction.expired'
        | 'transaction.cancelled'
        | 'wallet.created'
        | 'wallet.cosigner.set'
        | 'wallet.cosigner.removal.started'
        | 'wallet.cosigner.removed'
        | 'wallet.key.added'
        | 'wallet.key.removed'
        | 'apikey.exposed'
        | 'alert.raised'
        | 'alert.cleared'
        | 'webhook.test'
      sinceDatetime?: DatetimeQuery
      cursor?: string
      /** Must be a whole number. */
      limit?: string
    }
    answer: DeliveryList
  }
  getDelivery: { input: { webhookId: Uuid; deliveryId: Uuid }; answer: DeliveryDetail }
  resendDelivery: { input: { webhookId: Uuid; deliveryId: Uuid }; answer: Delivery }
  resendDeliveries: { input: ResendDeliveriesRequest & { webhookId: Uuid }; answer: ResendDeliveriesAnswer }
  replayEvents: { input: ReplayEventsRequest & { webhookId: Uuid }; answer: ReplayEventsResult }
  listEvents: {
    input: {
      /** Must be a whole number in decimal digits without leading zeros; must be below 2^256; must be a sequence that was given out. */
      afterSequence?: Uint
      /** Must be a whole number in decimal digits without leading zeros; must be below 2^256; must be a sequence that was given out. */
      beforeSequence?: Uint
      /** Must be one of transaction.approved, transaction.rejected, transaction.submitted, transaction.confirmed, transaction.failed, transaction.expired, transaction.cancelled, wallet.created, wallet.cosigner.set, wallet.cosigner.removal.started, wallet.cosigner.removed, wallet.key.added, wallet.key.removed, apikey.exposed, alert.raised, alert.cleared, transaction.held, transaction.seen, transaction.approval-given, message.held, message.decided, approver.enrolled, approver.passkey-removed. */
      type?:
        | 'transaction.approved'
        | 'transaction.rejected'
        | 'transaction.submitted'
        | 'transaction.confirmed'
        | 'transaction.failed'
        | 'transaction.expired'
        | 'transaction.cancelled'
        | 'wallet.created'
        | 'wallet.cosigner.set'
        | 'wallet.cosigner.removal.started'
        | 'wallet.cosigner.removed'
        | 'wallet.key.added'
        | 'wallet.key.removed'
        | 'apikey.exposed'
        | 'alert.raised'
        | 'alert.cleared'
        | 'transaction.held'
        | 'transaction.seen'
        | 'transaction.approval-given'
        | 'message.held'
        | 'message.decided'
        | 'approver.enrolled'
        | 'approver.passkey-removed'
      /** Must be a whole number. */
      limit?: string
      /** Must be a whole number of seconds. */
      waitSeconds?: string
    }
    answer: EventList
  }
  listOrganizationTransactions: {
    input: {
      wallet?: Address
      digest?: DigestQuery
      /** Must be one of PENDING_USER_APPROVAL, APPROVED, SUBMITTED, CONFIRMED, FAILED, REJECTED, EXPIRED, CANCELLED. */
      status?:
        | 'PENDING_USER_APPROVAL'
        | 'APPROVED'
        | 'SUBMITTED'
        | 'CONFIRMED'
        | 'FAILED'
        | 'REJECTED'
        | 'EXPIRED'
        | 'CANCELLED'
      /** Must be one of transfer, approve, approve-all, wallet, other. */
      kind?: 'transfer' | 'approve' | 'approve-all' | 'wallet' | 'other'
      token?: Address
      user?: string
      sinceDatetime?: DatetimeQuery
      untilDatetime?: DatetimeQuery
      counterparty?: Address
      amount?: AmountQuery
      cursor?: string
      /** Must be a whole number. */
      limit?: string
    }
    answer: OrganizationTransactionList
  }
  listApprovals: {
    input: {
      /** Must be one of requester, others. */
      waitingFor: 'requester' | 'others'
      cursor?: string
      /** Must be a whole number. */
      limit?: string
    }
    answer: OrganizationTransactionList
  }
  countApprovals: { input: {}; answer: ApprovalCounts }
  getTransactionTimeline: { input: { transactionUuid: Uuid }; answer: TransactionTimeline }
  notifyApprover: { input: { transactionUuid: Uuid }; answer: NotifyApproverAnswer }
  cancelTransaction: { input: { transactionUuid: Uuid }; answer: OrganizationTransaction }
  getWalletApprover: { input: { address: Address }; answer: WalletApprover }
  resendInvitation: { input: { address: Address }; answer: NotifyApproverAnswer }
  objectToRemoval: { input: { address: Address }; answer: NotifyApproverAnswer }
  getReceipt: { input: { transactionUuid: Uuid }; answer: GetReceiptAnswer }
  getUsage: {
    input: {
      /** Must be a whole number from 1 to 90. */
      days?: string
    }
    answer: GetUsageAnswer
  }
  getOverview: { input: {}; answer: GetOverviewAnswer }
  listAlerts: { input: {}; answer: ListAlertsAnswer }
  listOrganizationTokens: { input: {}; answer: OrganizationTokenList }
  inspectToken: { input: InspectTokenRequest; answer: InspectedToken }
  allowToken: { input: AllowTokenRequest & { address: Address }; answer: OrganizationToken }
  removeToken: { input: { address: Address }; answer: OrganizationToken }
  getFees: { input: {}; answer: FeeSettingsAnswer }
  setFees: { input: SetFeeSettingsRequest; answer: FeeSettingsAnswer }
  listPolicies: { input: {}; answer: ListPoliciesAnswer }
  createPolicy: { input: CreatePolicyRequest; answer: CreatePolicyAnswer }
  updatePolicy: { input: UpdatePolicyRequest & { policyId: Uuid }; answer: CreatePolicyAnswer }
  deletePolicy: { input: { policyId: Uuid }; answer: CreatePolicyAnswer }
  removeApprover: { input: RemoveApproverRequest; answer: RemoveApproverAnswer }
  createPolicySigner: { input: {}; answer: CreatePolicySignerAnswer }
  dryRunPolicy: { input: DryRunPolicyRequest; answer: DryRunPolicyAnswer }
  openWidgetSession: { input: OpenWidgetSessionRequest; answer: OpenWidgetSessionAnswer }
}

/** The lists that come in pages. */
export type PagedName =
  | 'listWallets'
  | 'getBalances'
  | 'listHistory'
  | 'listTransactions'
  | 'listApiKeyRequests'
  | 'listDeliveries'
  | 'listEvents'
  | 'listOrganizationTransactions'
  | 'listApprovals'

/** Method and path of each operation. */
export const ROUTES = {
  predictWallet: ['POST', '/v1/baas/wallets/predict'],
  requestEmailVerification: ['POST', '/v1/baas/wallets/request-email-verification'],
  pendingVerification: ['GET', '/v1/baas/wallets/pending-verification'],
  createWallet: ['POST', '/v1/baas/wallets'],
  listWallets: ['GET', '/v1/baas/wallets'],
  prepareErc20Transfer: ['POST', '/v1/baas/tokens/erc20/transfer'],
  prepareErc20Approve: ['POST', '/v1/baas/tokens/erc20/approve'],
  prepareErc721SafeTransfer: ['POST', '/v1/baas/tokens/erc721/safe-transfer'],
  prepareErc1155SafeTransfer: ['POST', '/v1/baas/tokens/erc1155/safe-transfer'],
  prepareErc1155BatchTransfer: ['POST', '/v1/baas/tokens/erc1155/batch-transfer'],
  prepareErc721Approve: ['POST', '/v1/baas/tokens/erc721/approve'],
  prepareErc721SetApprovalForAll: ['POST', '/v1/baas/tokens/erc721/set-approval-for-all'],
  prepareErc1155SetApprovalForAll: ['POST', '/v1/baas/tokens/erc1155/set-approval-for-all'],
  listAllowedTokens: ['GET', '/v1/baas/tokens/allowed'],
  resolveToken: ['POST', '/v1/baas/tokens/resolve'],
  executeTransaction: ['POST', '/v1/baas/transactions/execute'],
  summarizeWallets: ['GET', '/v1/baas/wallets/summaries'],
  checkVerification: ['POST', '/v1/baas/wallets/check-verification'],
  getWallet: ['GET', '/v1/baas/wallets/{address}'],
  finishRecovery: ['POST', '/v1/baas/wallets/{address}/finish-recovery'],
  getCollectible: ['GET', '/v1/baas/wallets/{address}/collectibles/{tokenAddress}/{tokenId}'],
  lookUpAddresses: ['POST', '/v1/baas/addresses/lookup'],
  getBalances: ['GET', '/v1/baas/wallets/{address}/balances'],
  listHistory: ['GET', '/v1/baas/wallets/{address}/history'],
  getTransaction: ['GET', '/v1/baas/transactions/{transactionUuid}'],
  listTransactions: ['GET', '/v1/baas/transactions'],
  simulateTransaction: ['POST', '/v1/baas/transactions/simulate'],
  reviewMessage: ['POST', '/v1/baas/messages/review'],
  holdMessage: ['POST', '/v1/baas/messages'],
  getMessage: ['GET', '/v1/baas/messages/{messageUuid}'],
  getConfig: ['GET', '/v1/baas/config'],
  getOrganization: ['GET', '/v1/org/organization'],
  updateOrganization: ['PUT', '/v1/org/organization'],
  listApiKeys: ['GET', '/v1/org/keys'],
  issueApiKey: ['POST', '/v1/org/keys'],
  updateApiKey: ['PUT', '/v1/org/keys/{keyId}'],
  revokeApiKey: ['DELETE', '/v1/org/keys/{keyId}'],
  rotateApiKey: ['POST', '/v1/org/keys/{keyId}/rotate'],
  getApiKeyUsage: ['GET', '/v1/org/keys/{keyId}/usage'],
  dryRunAllowList: ['POST', '/v1/org/keys/{keyId}/allow-list-dry-run'],
  listApiKeyRequests: ['GET', '/v1/org/keys/{keyId}/requests'],
  listDomains: ['GET', '/v1/org/domains'],
  addDomain: ['POST', '/v1/org/domains'],
  verifyDomain: ['POST', '/v1/org/domains/{domainId}/verify'],
  updateDomain: ['PUT', '/v1/org/domains/{domainId}'],
  removeDomain: ['DELETE', '/v1/org/domains/{domainId}'],
  getClocks: ['GET', '/v1/org/clocks'],
  getGas: ['GET', '/v1/org/gas'],
  listWebhooks: ['GET', '/v1/org/webhooks'],
  createWebhook: ['POST', '/v1/org/webhooks'],
  updateWebhook: ['PUT', '/v1/org/webhooks/{webhookId}'],
  deleteWebhook: ['DELETE', '/v1/org/webhooks/{webhookId}'],
  rotateWebhookSecret: ['POST', '/v1/org/webhooks/{webhookId}/rotate-secret'],
  sendTestEvent: ['POST', '/v1/org/webhooks/{webhookId}/test'],
  listDeliveries: ['GET', '/v1/org/webhooks/{webhookId}/deliveries'],
  getDelivery: ['GET', '/v1/org/webhooks/{webhookId}/deliveries/{deliveryId}'],
  resendDelivery: ['POST', '/v1/org/webhooks/{webhookId}/deliveries/{deliveryId}/resend'],
  resendDeliveries: ['POST', '/v1/org/webhooks/{webhookId}/resend'],
  replayEvents: ['POST', '/v1/org/webhooks/{webhookId}/replay'],
  listEvents: ['GET', '/v1/org/events'],
  listOrganizationTransactions: ['GET', '/v1/org/transactions'],
  listApprovals: ['GET', '/v1/org/approvals'],
  countApprovals: ['GET', '/v1/org/approvals/count'],
  getTransactionTimeline: ['GET', '/v1/org/transactions/{transactionUuid}/timeline'],
  notifyApprover: ['POST', '/v1/org/transactions/{transactionUuid}/notify'],
  cancelTransaction: ['POST', '/v1/org/transactions/{transactionUuid}/cancel'],
  getWalletApprover: ['GET', '/v1/org/wallets/{address}/approver'],
  resendInvitation: ['POST', '/v1/org/wallets/{address}/invitation'],
  objectToRemoval: ['POST', '/v1/org/wallets/{address}/objection'],
  getReceipt: ['GET', '/v1/org/transactions/{transactionUuid}/receipt'],
  getUsage: ['GET', '/v1/org/usage'],
  getOverview: ['GET', '/v1/org/overview'],
  listAlerts: ['GET', '/v1/org/alerts'],
  listOrganizationTokens: ['GET', '/v1/org/tokens'],
  inspectToken: ['POST', '/v1/org/tokens/inspect'],
  allowToken: ['PUT', '/v1/org/tokens/{address}'],
  removeToken: ['DELETE', '/v1/org/tokens/{address}'],
  getFees: ['GET', '/v1/org/fees'],
  setFees: ['PUT', '/v1/org/fees'],
  listPolicies: ['GET', '/v1/org/policies'],
  createPolicy: ['POST', '/v1/org/policies'],
  updatePolicy: ['PUT', '/v1/org/policies/{policyId}'],
  deletePolicy: ['DELETE', '/v1/org/policies/{policyId}'],
  removeApprover: ['POST', '/v1/org/approvers/removal'],
  createPolicySigner: ['POST', '/v1/org/policy-signer'],
  dryRunPolicy: ['POST', '/v1/org/policies/dry-run'],
  openWidgetSession: ['POST', '/api/widget/sessions'],
} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>

/**
 * For one call.
 *
 * @example
 * await latchkey.executeTransaction(signed, { idempotencyKey: order.id, signal })
 */
export type CallOptions = {
  /** Aborts the call, including a try that is in progress. */
  signal?: AbortSignal
  /** For a POST that another process may repeat. Undefined means a new key for each call. */
  idempotencyKey?: string
}

export type Send = <Name extends keyof Operations>(
  name: Name,
  input: Operations[Name]['input'],
  options?: CallOptions,
) => Promise<Operations[Name]['answer']>

/** Each operation as a method. */
export type Methods = {
  /**
   * Predict the address and the fee requirements of a wallet. The key must hold the scope `wallet:create`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_PUBLIC_KEY, RP_ID_HASH_NOT_REGISTERED, TOKEN_UNREADABLE, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  predictWallet: (
    input: Operations['predictWallet']['input'],
    options?: CallOptions,
  ) => Promise<Operations['predictWallet']['answer']>
  /**
   * Email a 6-digit verification code. The key must hold the scope `wallet:create`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  requestEmailVerification: (
    input: Operations['requestEmailVerification']['input'],
    options?: CallOptions,
  ) => Promise<Operations['requestEmailVerification']['answer']>
  /**
   * Check whether a verification code is pending for an email address. The key must hold the scope `wallet:create`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  pendingVerification: (
    input: Operations['pendingVerification']['input'],
    options?: CallOptions,
  ) => Promise<Operations['pendingVerification']['answer']>
  /**
   * Create a wallet. The key must hold the scope `wallet:create`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_PUBLIC_KEY, RP_ID_HASH_NOT_REGISTERED, WALLET_ALREADY_DEPLOYED, INSUFFICIENT_FEE_BALANCE, INVALID_VERIFICATION_CODE, TOKEN_UNREADABLE, TRANSACTION_REVERTS, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, GAS_BUDGET_EXHAUSTED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  createWallet: (
    input: Operations['createWallet']['input'],
    options?: CallOptions,
  ) => Promise<Operations['createWallet']['answer']>
  /**
   * List the wallets of the organization, newest first by default. The key must hold the scope `wallet:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listWallets: (
    input?: Operations['listWallets']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listWallets']['answer']>
  /**
   * Prepare a transfer of ERC-20 tokens. The key must hold the scope `token:transfer`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, TOKEN_UNREADABLE, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  prepareErc20Transfer: (
    input: Operations['prepareErc20Transfer']['input'],
    options?: CallOptions,
  ) => Promise<Operations['prepareErc20Transfer']['answer']>
  /**
   * Prepare an approval of ERC-20 tokens for a spender. The key must hold the scope `token:approve`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, TOKEN_UNREADABLE, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  prepareErc20Approve: (
    input: Operations['prepareErc20Approve']['input'],
    options?: CallOptions,
  ) => Promise<Operations['prepareErc20Approve']['answer']>
  /**
   * Prepare a transfer of an ERC-721 NFT. The key must hold the scope `token:transfer`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, RECIPIENT_CANNOT_RECEIVE, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  prepareErc721SafeTransfer: (
    input: Operations['prepareErc721SafeTransfer']['input'],
    options?: CallOptions,
  ) => Promise<Operations['prepareErc721SafeTransfer']['answer']>
  /**
   * Prepare a transfer of units of one ERC-1155 token. The key must hold the scope `token:transfer`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, RECIPIENT_CANNOT_RECEIVE, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  prepareErc1155SafeTransfer: (
    input: Operations['prepareErc1155SafeTransfer']['input'],
    options?: CallOptions,
  ) => Promise<Operations['prepareErc1155SafeTransfer']['answer']>
  /**
   * Prepare a transfer of several ERC-1155 tokens in one transaction. The key must hold the scope `token:transfer`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, BATCH_LENGTHS_DIFFER, BATCH_TOO_LARGE, RECIPIENT_CANNOT_RECEIVE, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  prepareErc1155BatchTransfer: (
    input: Operations['prepareErc1155BatchTransfer']['input'],
    options?: CallOptions,
  ) => Promise<Operations['prepareErc1155BatchTransfer']['answer']>
  /**
   * Prepare an approval of one ERC-721 NFT, or clear it. The key must hold the scope `token:approve`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  prepareErc721Approve: (
    input: Operations['prepareErc721Approve']['input'],
    options?: CallOptions,
  ) => Promise<Operations['prepareErc721Approve']['answer']>
  /**
   * Prepare to grant or revoke an operator over every item of an ERC-721 collection. The key must hold the scope `token:approve`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  prepareErc721SetApprovalForAll: (
    input: Operations['prepareErc721SetApprovalForAll']['input'],
    options?: CallOptions,
  ) => Promise<Operations['prepareErc721SetApprovalForAll']['answer']>
  /**
   * Prepare to grant or revoke an operator over every token of an ERC-1155 collection. The key must hold the scope `token:approve`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  prepareErc1155SetApprovalForAll: (
    input: Operations['prepareErc1155SetApprovalForAll']['input'],
    options?: CallOptions,
  ) => Promise<Operations['prepareErc1155SetApprovalForAll']['answer']>
  /**
   * List the default allowed tokens. The key must hold the scope `domain:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listAllowedTokens: (
    input?: Operations['listAllowedTokens']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listAllowedTokens']['answer']>
  /**
   * Read a token’s name, symbol and decimals from the chain. The key must hold the scope `wallet:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, TOKEN_UNREADABLE, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  resolveToken: (
    input: Operations['resolveToken']['input'],
    options?: CallOptions,
  ) => Promise<Operations['resolveToken']['answer']>
  /**
   * Execute a passkey-signed transaction. The key must hold the scope `transaction:execute`. Send one of the two: `functionSignature` with `params`, or `data`. If both are sent, `data` is executed, and a pair that encodes another call is refused. `content` has one of two shapes: held, with `status` and `transactionUuid`, or executed at once, with `transactionHash` and without `status`. The call is named by an EIP-712 digest: domain `PasskeyWallet`, version `1`, the chain’s id and the wallet as `verifyingContract`; type `Execute(address toAddress,uint256 value,bytes data,uint256 expiration,uint256 fee,address feeCoinAddress,address feeWithdrawAddress)`, with `data` as it will be executed. Its 32 bytes are the WebAuthn challenge; user verification is required. `signature` is `abi.encode((bytes authenticatorData, string clientDataJSON, uint256 challengeIndex, uint256 typeIndex, uint256 r, uint256 s))`: the indexes are the byte offsets of `"challenge":"` and `"type":"` in `clientDataJSON`, and a high `s` is replaced by n − s. The reasons are in `docs/adr/0009-digest-and-signature.md`. If the response is lost, send the same signed request again: it is executed once, and the response names the same transaction. A newly signed request for the same payment is another payment, and is not refused. The tuple may be followed by one byte with the number of the key, and that byte by the signature of the wallet’s co-signer over the same digest. The service finds the number by itself, and adds the co-signature if the co-signer is the end-user’s approval wallet or the organization’s policy signer.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, CALL_MISSING, CALL_INVALID, CALL_DISAGREES, TRANSACTION_EXPIRED, EXPIRATION_TOO_FAR, FEE_REFUSED, INVALID_SIGNATURE, APPROVAL_TIME_TOO_SHORT, CO_SIGNATURE_MISSING, TRANSACTION_REVERTS, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, POLICY_REFUSED, CONFLICT, CO_SIGNER_NOT_READY, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, GAS_BUDGET_EXHAUSTED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  executeTransaction: (
    input: Operations['executeTransaction']['input'],
    options?: CallOptions,
  ) => Promise<Operations['executeTransaction']['answer']>
  /**
   * Read the balance, the last activity and the protection of several wallets. The key must hold the scope `wallet:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  summarizeWallets: (
    input: Operations['summarizeWallets']['input'],
    options?: CallOptions,
  ) => Promise<Operations['summarizeWallets']['answer']>
  /**
   * Check the verification code of an email address without using it; a wrong one counts as a try. The key must hold the scope `wallet:create`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_VERIFICATION_CODE, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  checkVerification: (
    input: Operations['checkVerification']['input'],
    options?: CallOptions,
  ) => Promise<Operations['checkVerification']['answer']>
  /**
   * Read a wallet with its passkey and its recovery. The key must hold the scope `wallet:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  getWallet: (
    input: Operations['getWallet']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getWallet']['answer']>
  /**
   * Finish a recovery: the proposed passkey takes effect after its three days. The key must hold the scope `wallet:create`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, TRANSACTION_REVERTS, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  finishRecovery: (
    input: Operations['finishRecovery']['input'],
    options?: CallOptions,
  ) => Promise<Operations['finishRecovery']['answer']>
  /**
   * Read the name and the picture of an item that a wallet holds. The key must hold the scope `wallet:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, NOT_FOUND, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  getCollectible: (
    input: Operations['getCollectible']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getCollectible']['answer']>
  /**
   * Look up names, look-alikes and the last use of addresses. The key must hold the scope `wallet:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  lookUpAddresses: (
    input: Operations['lookUpAddresses']['input'],
    options?: CallOptions,
  ) => Promise<Operations['lookUpAddresses']['answer']>
  /**
   * Read the holdings and the permissions of a wallet. The key must hold the scope `wallet:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  getBalances: (
    input: Operations['getBalances']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getBalances']['answer']>
  /**
   * List the token transfers and grants of a wallet, newest first. The key must hold the scope `wallet:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listHistory: (
    input: Operations['listHistory']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listHistory']['answer']>
  /**
   * Read a transaction and its status. The key must hold the scope `wallet:read`. `FAILED` with `executableUntil` is not final. Until that time anyone who has the signed request can execute it, so the transaction may become `CONFIRMED`, and a new request for the same payment may pay it twice. The same applies until `expiration` to `REJECTED`, `EXPIRED` and a held transaction that was cancelled. The reasons are in `docs/adr/0010-transaction-states.md`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getTransaction: (
    input: Operations['getTransaction']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getTransaction']['answer']>
  /**
   * List transactions, newest first. The key must hold the scope `wallet:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listTransactions: (
    input?: Operations['listTransactions']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listTransactions']['answer']>
  /**
   * Simulate a call of a wallet, and check it against the policies, before it is signed. The key must hold the scope `wallet:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  simulateTransaction: (
    input: Operations['simulateTransaction']['input'],
    options?: CallOptions,
  ) => Promise<Operations['simulateTransaction']['answer']>
  /**
   * Check a message against the policies before it is signed. The key must hold the scope `wallet:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  reviewMessage: (
    input: Operations['reviewMessage']['input'],
    options?: CallOptions,
  ) => Promise<Operations['reviewMessage']['answer']>
  /**
   * Hold a signed message, and release its signature only after approval. The key must hold the scope `transaction:execute`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_SIGNATURE, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, POLICY_REFUSED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  holdMessage: (
    input: Operations['holdMessage']['input'],
    options?: CallOptions,
  ) => Promise<Operations['holdMessage']['answer']>
  /**
   * Read whether a message is approved. The key must hold the scope `wallet:read`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getMessage: (
    input: Operations['getMessage']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getMessage']['answer']>
  /**
   * Get the chain, the factory, the fee and the supported extensions. Any valid key may call it.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getConfig: (
    input?: Operations['getConfig']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getConfig']['answer']>
  /**
   * Read the organization that the key belongs to, and the scopes of the key. Any valid key may call it.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getOrganization: (
    input?: Operations['getOrganization']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getOrganization']['answer']>
  /**
   * Change the name or the logo of the organization, or where the widget may be framed. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  updateOrganization: (
    input?: Operations['updateOrganization']['input'],
    options?: CallOptions,
  ) => Promise<Operations['updateOrganization']['answer']>
  /**
   * List API keys, newest first, never their secrets. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listApiKeys: (
    input?: Operations['listApiKeys']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listApiKeys']['answer']>
  /**
   * Issue an API key; only this response contains the secret. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, SCOPES_NOT_HELD, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  issueApiKey: (
    input: Operations['issueApiKey']['input'],
    options?: CallOptions,
  ) => Promise<Operations['issueApiKey']['answer']>
  /**
   * Change the label, scopes, IP allow-list or request limit of an API key, or end its alarm. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, SCOPES_NOT_HELD, NOT_FOUND, CONFLICT, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  updateApiKey: (
    input: Operations['updateApiKey']['input'],
    options?: CallOptions,
  ) => Promise<Operations['updateApiKey']['answer']>
  /**
   * Revoke an API key at once. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, CONFLICT, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  revokeApiKey: (
    input: Operations['revokeApiKey']['input'],
    options?: CallOptions,
  ) => Promise<Operations['revokeApiKey']['answer']>
  /**
   * Replace an API key by a new one; the old secret goes on for a grace period. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, SCOPES_NOT_HELD, NOT_FOUND, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  rotateApiKey: (
    input: Operations['rotateApiKey']['input'],
    options?: CallOptions,
  ) => Promise<Operations['rotateApiKey']['answer']>
  /**
   * Read how an API key was used in the last 30 days: days, scopes, endpoints and addresses. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getApiKeyUsage: (
    input: Operations['getApiKeyUsage']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getApiKeyUsage']['answer']>
  /**
   * Count the requests of the last 30 days that an IP allow-list would have refused. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  dryRunAllowList: (
    input: Operations['dryRunAllowList']['input'],
    options?: CallOptions,
  ) => Promise<Operations['dryRunAllowList']['answer']>
  /**
   * List the requests of an API key in the last 30 days, newest first, refused ones too. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listApiKeyRequests: (
    input: Operations['listApiKeyRequests']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listApiKeyRequests']['answer']>
  /**
   * List the relying-party domains. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listDomains: (
    input?: Operations['listDomains']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listDomains']['answer']>
  /**
   * Add a relying-party domain, and get the records that prove it. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  addDomain: (
    input: Operations['addDomain']['input'],
    options?: CallOptions,
  ) => Promise<Operations['addDomain']['answer']>
  /**
   * Look for the proof of a domain now. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  verifyDomain: (
    input: Operations['verifyDomain']['input'],
    options?: CallOptions,
  ) => Promise<Operations['verifyDomain']['answer']>
  /**
   * Set the related origins, whose pages use the passkeys of a domain. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  updateDomain: (
    input: Operations['updateDomain']['input'],
    options?: CallOptions,
  ) => Promise<Operations['updateDomain']['answer']>
  /**
   * Remove a relying-party domain that has no wallets. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, CONFLICT, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  removeDomain: (
    input: Operations['removeDomain']['input'],
    options?: CallOptions,
  ) => Promise<Operations['removeDomain']['answer']>
  /**
   * Read the clocks of the service and of the chain. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getClocks: (
    input?: Operations['getClocks']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getClocks']['answer']>
  /**
   * Read the gas budget of the day and what is used of it. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getGas: (
    input?: Operations['getGas']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getGas']['answer']>
  /**
   * List webhook endpoints, newest first, never their secrets. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listWebhooks: (
    input?: Operations['listWebhooks']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listWebhooks']['answer']>
  /**
   * Register a webhook endpoint; only this response contains the secret. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  createWebhook: (
    input: Operations['createWebhook']['input'],
    options?: CallOptions,
  ) => Promise<Operations['createWebhook']['answer']>
  /**
   * Change, disable or enable a webhook endpoint. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  updateWebhook: (
    input: Operations['updateWebhook']['input'],
    options?: CallOptions,
  ) => Promise<Operations['updateWebhook']['answer']>
  /**
   * Delete a webhook endpoint with its deliveries. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  deleteWebhook: (
    input: Operations['deleteWebhook']['input'],
    options?: CallOptions,
  ) => Promise<Operations['deleteWebhook']['answer']>
  /**
   * Make a new signing secret; the old one signs beside it for 24 hours. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  rotateWebhookSecret: (
    input: Operations['rotateWebhookSecret']['input'],
    options?: CallOptions,
  ) => Promise<Operations['rotateWebhookSecret']['answer']>
  /**
   * Send a test event to one webhook endpoint. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  sendTestEvent: (
    input: Operations['sendTestEvent']['input'],
    options?: CallOptions,
  ) => Promise<Operations['sendTestEvent']['answer']>
  /**
   * List the deliveries of a webhook endpoint with their attempts, newest first. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listDeliveries: (
    input: Operations['listDeliveries']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listDeliveries']['answer']>
  /**
   * Read a delivery with what each attempt sent and got back, secrets redacted. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getDelivery: (
    input: Operations['getDelivery']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getDelivery']['answer']>
  /**
   * Send one delivery again, with its event’s id. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  resendDelivery: (
    input: Operations['resendDelivery']['input'],
    options?: CallOptions,
  ) => Promise<Operations['resendDelivery']['answer']>
  /**
   * Send undelivered deliveries again, at most 10,000; `complete: false`: there are more. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  resendDeliveries: (
    input: Operations['resendDeliveries']['input'],
    options?: CallOptions,
  ) => Promise<Operations['resendDeliveries']['answer']>
  /**
   * Send the events since a time or a sequence again to one webhook endpoint. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, CONFLICT, EVENT_CURSOR_AHEAD, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  replayEvents: (
    input: Operations['replayEvents']['input'],
    options?: CallOptions,
  ) => Promise<Operations['replayEvents']['answer']>
  /**
   * List the events of the organization. The key must hold the scope `org:manage`. With `Accept: text/event-stream` the events are streamed as they happen. Each has its sequence as `id`, its type as `event` and itself as `data`, without the envelope. `Last-Event-ID`, or `afterSequence`, continues after an event without a gap. The `Last-Event-ID` of the response is the sequence after which the stream begins. A sequence that was never assigned, as after a restore, is 409 `EVENT_CURSOR_AHEAD`. A key can have at most 20 open streams per process.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, EVENT_CURSOR_AHEAD, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listEvents: (
    input?: Operations['listEvents']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listEvents']['answer']>
  /**
   * List transactions with their wallets and end-users, newest first. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listOrganizationTransactions: (
    input?: Operations['listOrganizationTransactions']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listOrganizationTransactions']['answer']>
  /**
   * List transactions that people of the organization decide, newest first. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listApprovals: (
    input: Operations['listApprovals']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listApprovals']['answer']>
  /**
   * Count the pending transactions, and those that people of the organization decide. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  countApprovals: (
    input?: Operations['countApprovals']['input'],
    options?: CallOptions,
  ) => Promise<Operations['countApprovals']['answer']>
  /**
   * Read the status history of a transaction, and its webhook deliveries. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getTransactionTimeline: (
    input: Operations['getTransactionTimeline']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getTransactionTimeline']['answer']>
  /**
   * Remind the end-user of a transaction that waits for approval. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  notifyApprover: (
    input: Operations['notifyApprover']['input'],
    options?: CallOptions,
  ) => Promise<Operations['notifyApprover']['answer']>
  /**
   * Cancel a transaction that waits for approval; it never approves one. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, CONFLICT, ALREADY_DECIDED, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  cancelTransaction: (
    input: Operations['cancelTransaction']['input'],
    options?: CallOptions,
  ) => Promise<Operations['cancelTransaction']['answer']>
  /**
   * Check whether executions of a wallet are held for its end-user. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getWalletApprover: (
    input: Operations['getWalletApprover']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getWalletApprover']['answer']>
  /**
   * Mail the invitation to enrol again, to the end-user alone. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  resendInvitation: (
    input: Operations['resendInvitation']['input'],
    options?: CallOptions,
  ) => Promise<Operations['resendInvitation']['answer']>
  /**
   * Have the policy signer object to its removal from a wallet, once for each start. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  objectToRemoval: (
    input: Operations['objectToRemoval']['input'],
    options?: CallOptions,
  ) => Promise<Operations['objectToRemoval']['answer']>
  /**
   * Get a signed receipt of a transaction, which everyone can check against the chain. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, CONFLICT, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getReceipt: (
    input: Operations['getReceipt']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getReceipt']['answer']>
  /**
   * Read transactions, wallets, gas and fees of each of the last days. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getUsage: (
    input?: Operations['getUsage']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getUsage']['answer']>
  /**
   * Read the numbers of the organization: wallets, transactions, approvals, gas and webhooks. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getOverview: (
    input?: Operations['getOverview']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getOverview']['answer']>
  /**
   * List the alerts that are raised now, newest first, at most 100. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listAlerts: (
    input?: Operations['listAlerts']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listAlerts']['answer']>
  /**
   * List the allowed tokens of the organization, and the default ones it has removed. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listOrganizationTokens: (
    input?: Operations['listOrganizationTokens']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listOrganizationTokens']['answer']>
  /**
   * Read the standard, name, symbol and decimals of an address from the chain. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  inspectToken: (
    input: Operations['inspectToken']['input'],
    options?: CallOptions,
  ) => Promise<Operations['inspectToken']['answer']>
  /**
   * Put a token on the organization’s list, change its words, or put a removed one back. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, TOKEN_UNREADABLE, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  allowToken: (
    input: Operations['allowToken']['input'],
    options?: CallOptions,
  ) => Promise<Operations['allowToken']['answer']>
  /**
   * Take a token off the organization’s list. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  removeToken: (
    input: Operations['removeToken']['input'],
    options?: CallOptions,
  ) => Promise<Operations['removeToken']['answer']>
  /**
   * Read the fee settings. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  getFees: (
    input?: Operations['getFees']['input'],
    options?: CallOptions,
  ) => Promise<Operations['getFees']['answer']>
  /**
   * Set or clear the fee settings. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, TOKEN_UNREADABLE, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, CHAIN_FAILED, UNAVAILABLE, CHAIN_TIMEOUT
   */
  setFees: (
    input: Operations['setFees']['input'],
    options?: CallOptions,
  ) => Promise<Operations['setFees']['answer']>
  /**
   * List the policies, oldest first. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  listPolicies: (
    input?: Operations['listPolicies']['input'],
    options?: CallOptions,
  ) => Promise<Operations['listPolicies']['answer']>
  /**
   * Create a policy, which holds from the next transaction on. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  createPolicy: (
    input: Operations['createPolicy']['input'],
    options?: CallOptions,
  ) => Promise<Operations['createPolicy']['answer']>
  /**
   * Change a policy, or turn it on or off. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, NOT_FOUND, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  updatePolicy: (
    input: Operations['updatePolicy']['input'],
    options?: CallOptions,
  ) => Promise<Operations['updatePolicy']['answer']>
  /**
   * Delete a policy. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, NOT_FOUND, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  deletePolicy: (
    input: Operations['deletePolicy']['input'],
    options?: CallOptions,
  ) => Promise<Operations['deletePolicy']['answer']>
  /**
   * Take a member’s power to approve, in all policies and open requests. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  removeApprover: (
    input: Operations['removeApprover']['input'],
    options?: CallOptions,
  ) => Promise<Operations['removeApprover']['answer']>
  /**
   * Create the policy signer, which co-signs the calls that the policies allow. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  createPolicySigner: (
    input?: Operations['createPolicySigner']['input'],
    options?: CallOptions,
  ) => Promise<Operations['createPolicySigner']['answer']>
  /**
   * List the transactions of the last 30 days that a policy would have refused. The key must hold the scope `org:manage`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INVALID_API_KEY, INSUFFICIENT_SCOPES, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, WALLET_NOT_OWNED, CONFLICT, BODY_TOO_LARGE, NOT_JSON, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  dryRunPolicy: (
    input: Operations['dryRunPolicy']['input'],
    options?: CallOptions,
  ) => Promise<Operations['dryRunPolicy']['answer']>
  /**
   * Open a widget session for one of your users. Called from your own backend with the secret of an integration, as `Authorization: Bearer …`. The endpoint belongs to the server of the console and the widget. The token opens the widget for this user, on pages of this origin, for ten minutes. Your page returns it from `getToken`.
   *
   * @throws LatchkeyError with one of the codes VALIDATION_FAILED, INVALID_JSON, INTEGRATION_SECRET_INVALID, ORIGIN_REFUSED, OPERATION_REFUSED, WALLET_NOT_OWNED, BODY_TOO_LARGE, NOT_JSON, RATE_LIMITED, INTERNAL, UNAVAILABLE
   */
  openWidgetSession: (
    input: Operations['openWidgetSession']['input'],
    options?: CallOptions,
  ) => Promise<Operations['openWidgetSession']['answer']>
}

export function createMethods(send: Send): Methods {
  return {
    predictWallet: (input, options) => send('predictWallet', input, options),
    requestEmailVerification: (input, options) => send('requestEmailVerification', input, options),
    pendingVerification: (input, options) => send('pendingVerification', input, options),
    createWallet: (input, options) => send('createWallet', input, options),
    listWallets: (input = {}, options) => send('listWallets', input, options),
    prepareErc20Transfer: (input, options) => send('prepareErc20Transfer', input, options),
    prepareErc20Approve: (input, options) => send('prepareErc20Approve', input, options),
    prepareErc721SafeTransfer: (input, options) => send('prepareErc721SafeTransfer', input, options),
    prepareErc1155SafeTransfer: (input, options) => send('prepareErc1155SafeTransfer', input, options),
    prepareErc1155BatchTransfer: (input, options) => send('prepareErc1155BatchTransfer', input, options),
    prepareErc721Approve: (input, options) => send('prepareErc721Approve', input, options),
    prepareErc721SetApprovalForAll: (input, options) =>
      send('prepareErc721SetApprovalForAll', input, options),
    prepareErc1155SetApprovalForAll: (input, options) =>
      send('prepareErc1155SetApprovalForAll', input, options),
    listAllowedTokens: (input = {}, options) => send('listAllowedTokens', input, options),
    resolveToken: (input, options) => send('resolveToken', input, options),
    executeTransaction: (input, options) => send('executeTransaction', input, options),
    summarizeWallets: (input, options) => send('summarizeWallets', input, options),
    checkVerification: (input, options) => send('checkVerification', input, options),
    getWallet: (input, options) => send('getWallet', input, options),
    finishRecovery: (input, options) => send('finishRecovery', input, options),
    getCollectible: (input, options) => send('getCollectible', input, options),
    lookUpAddresses: (input, options) => send('lookUpAddresses', input, options),
    getBalances: (input, options) => send('getBalances', input, options),
    listHistory: (input, options) => send('listHistory', input, options),
    getTransaction: (input, options) => send('getTransaction', input, options),
    listTransactions: (input = {}, options) => send('listTransactions', input, options),
    simulateTransaction: (input, options) => send('simulateTransaction', input, options),
    reviewMessage: (input, options) => send('reviewMessage', input, options),
    holdMessage: (input, options) => send('holdMessage', input, options),
    getMessage: (input, options) => send('getMessage', input, options),
    getConfig: (input = {}, options) => send('getConfig', input, options),
    getOrganization: (input = {}, options) => send('getOrganization', input, options),
    updateOrganization: (input = {}, options) => send('updateOrganization', input, options),
    listApiKeys: (input = {}, options) => send('listApiKeys', input, options),
    issueApiKey: (input, options) => send('issueApiKey', input, options),
    updateApiKey: (input, options) => send('updateApiKey', input, options),
    revokeApiKey: (input, options) => send('revokeApiKey', input, options),
    rotateApiKey: (input, options) => send('rotateApiKey', input, options),
    getApiKeyUsage: (input, options) => send('getApiKeyUsage', input, options),
    dryRunAllowList: (input, options) => send('dryRunAllowList', input, options),
    listApiKeyRequests: (input, options) => send('listApiKeyRequests', input, options),
    listDomains: (input = {}, options) => send('listDomains', input, options),
    addDomain: (input, options) => send('addDomain', input, options),
    verifyDomain: (input, options) => send('verifyDomain', input, options),
    updateDomain: (input, options) => send('updateDomain', input, options),
    removeDomain: (input, options) => send('removeDomain', input, options),
    getClocks: (input = {}, options) => send('getClocks', input, options),
    getGas: (input = {}, options) => send('getGas', input, options),
    listWebhooks: (input = {}, options) => send('listWebhooks', input, options),
    createWebhook: (input, options) => send('createWebhook', input, options),
    updateWebhook: (input, options) => send('updateWebhook', input, options),
    deleteWebhook: (input, options) => send('deleteWebhook', input, options),
    rotateWebhookSecret: (input, options) => send('rotateWebhookSecret', input, options),
    sendTestEvent: (input, options) => send('sendTestEvent', input, options),
    listDeliveries: (input, options) => send('listDeliveries', input, options),
    getDelivery: (input, options) => send('getDelivery', input, options),
    resendDelivery: (input, options) => send('resendDelivery', input, options),
    resendDeliveries: (input, options) => send('resendDeliveries', input, options),
    replayEvents: (input, options) => send('replayEvents', input, options),
    listEvents: (input = {}, options) => send('listEvents', input, options),
    listOrganizationTransactions: (input = {}, options) =>
      send('listOrganizationTransactions', input, options),
    listApprovals: (input, options) => send('listApprovals', input, options),
    countApprovals: (input = {}, options) => send('countApprovals', input, options),
    getTransactionTimeline: (input, options) => send('getTransactionTimeline', input, options),
    notifyApprover: (input, options) => send('notifyApprover', input, options),
    cancelTransaction: (input, options) => send('cancelTransaction', input, options),
    getWalletApprover: (input, options) => send('getWalletApprover', input, options),
    resendInvitation: (input, options) => send('resendInvitation', input, options),
    objectToRemoval: (input, options) => send('objectToRemoval', input, options),
    getReceipt: (input, options) => send('getReceipt', input, options),
    getUsage: (input = {}, options) => send('getUsage', input, options),
    getOverview: (input = {}, options) => send('getOverview', input, options),
    listAlerts: (input = {}, options) => send('listAlerts', input, options),
    listOrganizationTokens: (input = {}, options) => send('listOrganizationTokens', input, options),
    inspectToken: (input, options) => send('inspectToken', input, options),
    allowToken: (input, options) => send('allowToken', input, options),
    removeToken: (input, options) => send('removeToken', input, options),
    getFees: (input = {}, options) => send('getFees', input, options),
    setFees: (input, options) => send('setFees', input, options),
    listPolicies: (input = {}, options) => send('listPolicies', input, options),
    createPolicy: (input, options) => send('createPolicy', input, options),
    updatePolicy: (input, options) => send('updatePolicy', input, options),
    deletePolicy: (input, options) => send('deletePolicy', input, options),
    removeApprover: (input, options) => send('removeApprover', input, options),
    createPolicySigner: (input = {}, options) => send('createPolicySigner', input, options),
    dryRunPolicy: (input, options) => send('dryRunPolicy', input, options),
    openWidgetSession: (input, options) => send('openWidgetSession', input, options),
  }
}
