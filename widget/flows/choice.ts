import type { Hex } from 'viem'
import type { CallDescription, DescribedCall } from '#protocol/display/call-description.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { Coin, Confirmation, FeeLine, TransferDraft } from './send-screens.ts'

/** Decodes what a call means from its bytes, with the tokens of a trusted list. */
export type Describe = (call: Omit<DescribedCall, 'tokens'>) => CallDescription

/** Facts about a call. `coin` is the called token, `coins` are those that may be the fee's. */
export type CallFacts = {
  coin: Coin
  coins: readonly Coin[]
  functionSignature: string
  describe: Describe
}

/**
 * A call encoded here. `params` and `data` are the same call; without `params` it is executed by its `data`. Without
 * `to` it calls the token; `value` is in wei.
 */
export type EncodedCall = {
  functionSignature: string
  params?: string[]
  data: Hex
  to?: string
  value?: bigint
}

/** What will be confirmed: an encoded call of the token `coin`, and how its bytes are read. */
export type Choice = {
  wallet: WidgetWallet
  coin: Coin
  fee: FeeLine | null
  call: EncodedCall
  describe: Describe
  /** What it cancels. */
  cancels?: Confirmation | undefined
}

/** What the form keeps while the person goes back and forth. */
export type Selection = {
  wallets: readonly WidgetWallet[]
  wallet: WidgetWallet | undefined
  draft: TransferDraft
}

/** Where choosing begins: with the form and what went wrong before, or without it when everything is known already. */
export type Start = { skipForm: boolean; problem?: WidgetError | undefined }
