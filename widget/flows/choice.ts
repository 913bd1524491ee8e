import type { Hex } from 'viem'
import type { CallDescription, DescribedCall } from '#protocol/display/call-description.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { Coin, Confirmation, FeeLine, TransferDraft } from './send-screens.ts'

/** Decodes a call from its bytes, with the tokens of a trusted list. */
export type Describe = (call: Omit<DescribedCall, 'tokens'>) => CallDescription

/** Facts about a call. `coin` is the called token. `coins` may include the fee's token. */
export type CallFacts = {
  coin: Coin
  coins: readonly Coin[]
  functionSignature: string
  describe: Describe
}

/**
 * A call that the widget has encoded. `params` and `data` are the same call. Without `params`, the call is executed
 * by its `data`. Without `to`, the called contract is the token. `value` is in wei.
 */
export type EncodedCall = {
  functionSignature: string
  params?: string[]
  data: Hex
  to?: string
  value?: bigint
}

/** The call to confirm: an encoded call of the token `coin`, and its decoded meaning. */
export type Choice = {
  wallet: WidgetWallet
  coin: Coin
  fee: FeeLine | null
  call: EncodedCall
  describe: Describe
  /** The call that this one cancels. */
  cancels?: Confirmation | undefined
  /** The public keys that may sign it. Undefined if any key of the wallet may. */
  signers?: readonly { qx: string; qy: string }[] | undefined
}

/** Input that the form keeps while the person goes back and forth. */
export type Selection = {
  wallets: readonly WidgetWallet[]
  wallet: WidgetWallet | undefined
  draft: TransferDraft
}

/** How choosing starts: with the form and the previous error, or without the form if all values are known. */
export type Start = { skipForm: boolean; problem?: WidgetError | undefined }
