import type { CreateContext } from '#widget/flows/create-context.ts'
import type { Funding as FundingView } from '#widget/flows/create-screens.ts'
import type { Prediction } from '#widget/flows/predict-wallet.ts'
import type { Passkey } from '#widget/passkey/create-passkey.ts'
import type { Stage } from '#widget/screens/stage.ts'

/** What the file for a wallet that must be paid for first gives. */
export type Funding = {
  /** Waits until the predicted address holds the fee. */
  awaitFunding: (context: CreateContext, passkey: Passkey, first: Prediction) => Promise<Prediction>
  show: (stage: Stage, funding: FundingView) => void
}
