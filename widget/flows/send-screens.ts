import type { Hex } from 'viem'
import type { CallDescription, KnownToken } from '#protocol/display/call-description.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { Notes } from '#widget/notes/notes.ts'

/** A token that can be sent. `balance` in base units, null if unknown. `listed`: on the organization's allowed list. */
export type Coin = Pick<KnownToken, 'address' | 'name' | 'symbol' | 'decimals'> & {
  balance: bigint | null
  listed: boolean
}

/** Typed values: addresses and a human amount, unchecked. */
export type TransferDraft = { tokenAddress: string; to: string; amount: string }

/** A problem of a field; the code is the name of its sentence. */
export type FieldProblem =
  | { field: 'to'; code: 'toMissing' | 'toNotAddress' | 'toChecksum' | 'toZero' }
  | { field: 'amount'; code: 'amountMissing' | 'amountFormat' | 'amountZero' | 'amountRange' }
  | { field: 'amount'; code: 'amountDecimals'; decimals: number }
  | { field: 'amount'; code: 'amountBalance'; coin: Coin; feeUnits: bigint }

/** The fee that the call pays; `coin` is null for an unknown fee token. */
export type FeeLine = { units: bigint; coin: Coin | null; tokenAddress: string; withdrawAddress: string }

/**
 * Everything the confirm screen displays, all of it decoded from the bytes that will be signed.
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
 * Where a sent transfer stands; until the server reports more, `status` is what the answer to execute meant.
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
  /** It has failed, and until this time (ISO 8601) a holder of the signature can still execute it. */
  executableUntil?: string | undefined
  /** The two digits that the person picks in the approval app, to show that they look at both screens (profile 9). */
  number?: number | undefined
  /** Until when it can be approved, by the device's clock in milliseconds; undefined if unknown. */
  expiresAtMs?: number | undefined
  /** The user was notified by mail or push. */
  notified: boolean
  /** An administrator approves it, and not this person: a policy wants that (ADR 0014). */
  forOrganization?: true | undefined
  /** The user reported it in the approval app as not requested. */
  reported: boolean
  /** Its link in the approval app, and the address of the mail. */
  approvalUrl: string | undefined
  email: string | undefined
  /** The last look failed; polling continues. */
  lost: boolean
  /** Unknown whether it was submitted: the answer was lost or invalid. */
  unsure?: boolean
  /**
   * "Try again". Without answers, following stopped until this is called, and `problem` is the reason; or the same
   * signature is resubmitted, if it was not found, or has failed and can still be executed.
   */
  look?: (() => void) | undefined
  /** "Cancel this payment": it has failed, and its digest can be spent before it is executed. */
  cancel?: (() => void) | undefined
  /** Following ended: the state is final, or the server does not offer it, or it took too long, or `problem` stopped it. */
  ended: boolean
  problem?: WidgetError | undefined
}

/**
 * The steps of sending as a person sees them. Each `ask` shows one step and answers what was chosen; when the
 * flow's signal aborts, it rejects with the signal's reason.
 */
export type SendScreens = {
  loading: () => void
  askWallet: (wallets: readonly WidgetWallet[]) => Promise<WidgetWallet>
  askTransfer: (view: {
    wallet: WidgetWallet
    canChangeWallet: boolean
    coins: readonly Coin[]
    draft: TransferDraft
    /** Fields that the page has set: shown, not to be changed. */
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
