import type { WidgetCall } from '#protocol/org/widget-call.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { attempt } from '#widget/flows/attempt.ts'
import type { chooseWallet, requireFeeBalance } from '#widget/flows/choose-transfer.ts'
import type { resolveCoin } from '#widget/flows/load-wallet.ts'
import type { readFee } from '#widget/flows/read-fee.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { Messages } from '#widget/messages/messages.ts'
import type { Draw } from '#widget/screens/confirm-screen.ts'
import type { CallReader, SendPlan } from '#widget/flows/send-context.ts'

/*
 * The interface between the widget's main file and this folder, a file of its own that is loaded only for a call
 * other than a transfer of tokens. What both must share, such as the one class of errors, is passed in;
 * small stateless helpers are in both.
 */

/** What the main file passes in. */
export type Kit = {
  WidgetError: typeof WidgetError
  attempt: typeof attempt
  chooseWallet: typeof chooseWallet
  readFee: typeof readFee
  requireFeeBalance: typeof requireFeeBalance
  resolveCoin: typeof resolveCoin
}

/** What this file returns. */
export type Calls = {
  /** Plans the signature of a page's call. Throws `CONFIGURATION`; `detail` names the member. `descriptors`: the page's. */
  planOf: (call: unknown, descriptors: unknown) => SendPlan
  /** Decodes a call that was submitted before. */
  read: (descriptors: unknown) => CallReader
  /** The call of a confirmation, to be prepared once more. */
  callOf: (confirmation: Confirmation) => WidgetCall
  draw: Draw
  /** The texts of a language with those of these calls. */
  words: (messages: Messages) => Messages
}
