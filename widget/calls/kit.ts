import type { WidgetCall } from '#protocol/org/widget-call.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { attempt } from '#widget/flows/attempt.ts'
import type { chooseWallet, requireFeeBalance } from '#widget/flows/choose-transfer.ts'
import type { resolveCoin } from '#widget/flows/load-wallet.ts'
import type { readFee } from '#widget/flows/read-fee.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { Messages } from '#widget/messages/messages.ts'
import type { Draw } from '#widget/screens/draw.ts'
import type { CallReader, SendPlan } from '#widget/flows/send-context.ts'

/*
 * The door between the widget's first file and this folder, which is a file of its own and loaded only where a call
 * other than a transfer of coins is signed. What both must share, such as the one class of errors, is handed over;
 * small things without state are in both.
 */

/** What the first file hands over. */
export type Kit = {
  WidgetError: typeof WidgetError
  attempt: typeof attempt
  chooseWallet: typeof chooseWallet
  readFee: typeof readFee
  requireFeeBalance: typeof requireFeeBalance
  resolveCoin: typeof resolveCoin
}

/** What it gets for it. */
export type Calls = {
  /** How a page's call is signed. Throws `CONFIGURATION` for what is none; `detail` says which member. `descriptors`: what the page says of its contracts. */
  planOf: (call: unknown, descriptors: unknown) => SendPlan
  /** Knows what a call means that was handed in before. */
  read: (descriptors: unknown) => CallReader
  /** The call of a confirmation, to be prepared once more. */
  callOf: (confirmation: Confirmation) => WidgetCall
  draw: Draw
  /** The texts of a language with those of these calls. */
  words: (messages: Messages) => Messages
}
