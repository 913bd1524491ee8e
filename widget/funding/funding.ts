import type { FundingPort } from '#widget/flows/create-context.ts'
import type { Funding as FundingView } from '#widget/flows/create-screens.ts'
import type { Stage } from '#widget/screens/stage.ts'

/** Interface of the file for a wallet that must be paid for first. */
export type Funding = FundingPort & {
  show: (stage: Stage, funding: FundingView) => void
}
