import type { ExecuteResult } from '#protocol/execute-transaction.ts'
import { TRANSACTION_STATES } from '#protocol/transaction-states.ts'
import {
  count,
  either,
  flag,
  listOf,
  object,
  oneOf,
  optional,
  text,
  type Check,
  type Checked,
} from './checks.ts'

/*
 * Checks of the responses of `/api/widget`. They cover the part of the schemas in src/protocol that the
 * widget reads. Nothing unchecked reaches a screen or a signature.
 */

const anyText = text()
const optionalText = optional(anyText)
const address = text(/^0x[0-9a-fA-F]{40}$/)
const uint = text(/^(0|[1-9][0-9]{0,77})$/)
export const hash = text(/^0x[0-9a-f]{64}$/)
const optionalHash = optional(hash)
const coordinate = text(/^(0x)?[0-9a-fA-F]{1,64}$/)
const datetime = text(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/)
export const uuid = text(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
/** ERC-20 stores decimals in one byte. The number of a held transaction has two digits. */
const decimals = count(255)
const yes = oneOf<true>([true])

const feeSettings = object({
  tokenAddress: address,
  amountPerTransaction: uint,
  withdrawAddress: address,
})

const OPERATIONS = ['create', 'transfer', 'approve', 'execute', 'sign'] as const

/** `GET /config`. */
export const isConfig = object({
  chainId: count(),
  factory: address,
  fee: either(oneOf([null]), feeSettings),
  operations: listOf(oneOf(OPERATIONS)),
  organizationName: anyText,
  externalUserId: optionalText,
  email: optionalText,
  walletAddress: optional(address),
  approvalUrl: optional(text(/^https?:/)),
  serverTimeSeconds: count(),
})
export type Config = Checked<typeof isConfig>

const passkey = object({
  credentialId: text(/^[A-Za-z0-9_-]{1,1400}$/),
  qx: coordinate,
  qy: coordinate,
  rpId: anyText,
  userHandle: optionalText,
  name: optionalText,
})

/** `GET /wallets`. `passkeys` has all known passkeys, the last used first. */
export const areWallets = listOf(
  object({
    address,
    label: anyText,
    passkey: either(oneOf([null]), passkey),
    passkeys: optional(listOf(passkey)),
  }),
)
export type KnownPasskey = Checked<typeof passkey>
export type WidgetWallet = Checked<typeof areWallets>[number]

/** `POST /wallets/predict`. */
export const isPrediction = object({
  address,
  deployed: flag,
  fee: object({
    required: flag,
    tokenAddress: address,
    tokenSymbol: anyText,
    tokenDecimals: decimals,
    amountPerTransaction: uint,
    currentBalance: uint,
    sufficient: flag,
  }),
})

/** `POST /wallets/request-email-verification`. */
export const isCodeSent = object({ expiresAt: datetime })

/** `POST /wallets`. */
export const isCreated = object({ address, label: anyText, transactionHash: hash })

/** `POST /tokens/resolve`. */
export const isToken = object({ address, name: anyText, symbol: anyText, decimals })

/** `GET /tokens/allowed`. */
export const areAllowedTokens = listOf(isToken)

/** `GET /wallets/{address}/balances`. */
export const isBalances = object({
  coins: listOf(object({ tokenAddress: address, amount: uint })),
})

/** The prepare endpoints. */
export const isPrepared = object({
  success: yes,
  toAddress: address,
  txObject: object({ functionSignature: anyText, params: listOf(anyText), data: optionalText }),
})

/**
 * `POST /transactions/execute`. A held transaction has a status and a uuid, an immediate one has neither.
 * Source: spec "Execute result".
 */
export const isExecuted: Check<ExecuteResult> = either(
  object({
    success: yes,
    status: oneOf<'PENDING_USER_APPROVAL'>(['PENDING_USER_APPROVAL']),
    transactionUuid: uuid,
  }),
  object({ success: yes, status: oneOf([undefined]), transactionHash: hash }),
)

const approval = object({
  number: optional(decimals),
  expiresAtDatetime: datetime,
  notifiedAtDatetime: optionalText,
  reported: optional(flag),
  forOrganization: optional(yes),
})

/** `GET /transactions/{transactionUuid}`, limited to the fields for following a transaction. */
export const isTransaction = object({
  transactionUuid: uuid,
  walletAddress: address,
  status: oneOf(TRANSACTION_STATES),
  digest: hash,
  toAddress: address,
  value: uint,
  data: text(/^0x([0-9a-fA-F]{2})*$/),
  expiration: uint,
  fee: uint,
  feeCoinAddress: address,
  feeWithdrawAddress: address,
  transactionHash: optionalHash,
  reason: optionalText,
  executableUntil: optional(datetime),
  approval: optional(approval),
  /** True if a hosted service does not report the outcome (ADR 0003). */
  outcomeUnreported: optional(flag),
})
export type FollowedTransaction = Checked<typeof isTransaction>

/** `GET /transactions`. */
export const areTransactions = listOf(isTransaction)
