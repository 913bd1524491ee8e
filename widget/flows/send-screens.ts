import type { Hex } from 'viem'
import type { CallDescription, KnownToken } from '#protocol/display/call-description.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { Notes } from '#widget/notes/notes.ts'

/**
 * A token that can be sent. `balance` is in base units, null if unknown. `listed` means that it is on the
 * organization's allowed list.
 */
export type Coin = Pick<KnownToken, 'address' | 'name' | 'symbol' | 'decimals'> & {
  balance: bigint | null
  listed: boolean
}

/** The typed values: addresses and a human amount, not validated. */
export type TransferDraft = { tokenAddress: string; to: string; amount: string }

/** A problem of a field. The code is the key of its sentence. */
export type FieldProblem =
  | { field: 'to'; code: 'toMissing' | 'toNotAddress' | 'toChecksum' | 'toZero' }
  | { field: 'amount'; code: 'amountMissing' | 'amountFormat' | 'amountZero' | 'amountRange' }
  | { field: 'amount'; code: 'amountDecimals'; decimals: number }
  | { field: 'amount'; code: 'amountBalance'; coin: Coin; feeUnits: bigint }

/** The fee that the call pays. `coin` is null for an unknown fee token. */
export type FeeLine = { units: bigint; coin: Coin | null; tokenAddress: string; withdrawAddress: string }

/**
 * Everything that the confirm screen displays, decoded from the bytes to sign.
 *
 * @example
 * const confirm = async ({ description, fee, fingerprint }: Confirmation) =>
 *   description.warnings.length === 0 && (await askPerson(description, fee, fingerprint))
 */
export type Confirmation = {
  wallet: WidgetWallet
  call: ExecuteCall
  chainId: number
  description: CallDescription
  coin: Coin
  fee: FeeLine | null
  digest: Hex
  fingerprint: string
  functionSignature: string
  expiresInSeconds: number
  /** The cancelled call, if this is a cancellation. */
  cancels?: Confirmation | undefined
}

/**
 * The progress of a sent transfer. Until the server reports more, `status` follows from the response to
 * execute.
 *
 * @example
 * const onProgress = ({ status, number }: Progress) => {
 *   if (status === 'PENDING_USER_APPROVAL') showNumber(number)
 * }
 */
export type Progress = {
  confirmation: Confirmation
  status: TransactionState
  transactionHash: string | undefined
  transactionUuid: string | undefined
  reason?: string | undefined
  /** Time (ISO 8601) until which a holder of the signature can still execute the failed transaction. */
  executableUntil?: string | undefined
  /**
   * The two digits that the person picks in the approval app, to prove that they see both screens (profile
   * 9).
   */
  number?: number | undefined
  /** Deadline of the approval by the device's clock, in milliseconds. Undefined if unknown. */
  expiresAtMs?: number | undefined
  /** Whether the user was notified by mail or push. */
  notified: boolean
  /** True if a policy requires an administrator's approval instead of this person's (ADR 0014). */
  forOrganization?: true | undefined
  /** Whether the user reported the transaction in the approval app as not requested. */
  reported: boolean
  /** Link to the transaction in the approval app. */
  approvalUrl: string | undefined
  /** The user's email address. */
  email: string | undefined
  /** Whether the last poll failed. Polling continues. */
  lost: boolean
  /** True if it is unknown whether the call was submitted, because the response was lost or invalid. */
  unsure?: boolean
  /**
   * The action of "Try again". Set while polling has stopped because the server does not respond (`problem` is the
   * reason), or while a call that was not found or has failed can be resubmitted with the same signature.
   */
  look?: (() => void) | undefined
  /**
   * The action of "Cancel this payment". Set if the payment has failed, and its digest can be used up before the
   * payment is executed.
   */
  cancel?: (() => void) | undefined
  /**
   * Whether polling ended: the state is final, the server does not report states, the time limit has passed, or
   * `problem` stopped it.
   */
  ended: boolean
  problem?: WidgetError | undefined
}

/**
 * The steps of sending as a person sees them. Each `ask` shows one step and returns the choice. It rejects
 * with the signal's reason when the flow's signal aborts.
 */
export type SendScreens = {
  loading: () => void
  askWallet: (wallets: readonly WidgetWallet[]) => Promise<WidgetWallet>
  askTransfer: (view: {
    wallet: WidgetWallet
    canChangeWallet: boolean
    coins: readonly Coin[]
    draft: TransferDraft
    /** Fields that the page has set. They are shown and cannot be changed. */
    fixed: { tokenAddress: boolean; to: boolean; amount: boolean }
    fee: FeeLine | null
    fieldProblems: readonly FieldProblem[]
    problem: WidgetError | undefined
  }) => Promise<{ kind: 'transfer'; draft: TransferDraft } | { kind: 'wallet' }>
  askConfirm: (view: {
    confirmation: Confirmation
    notes?: Notes | undefined
    canGoBack: boolean
    problem: WidgetError | undefined
  }) => Promise<'confirm' | 'back'>
  working: (step: 'prepare' | 'execute') => void
  askRetry: (problem: WidgetError) => Promise<void>
  showProgress: (progress: Progress) => void
}
