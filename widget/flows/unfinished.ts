import type { ExecuteRequest } from '#protocol/execute-transaction.ts'
import type { FollowedTransaction } from '#widget/answers.ts'
import type { ExecutedDetail } from '#widget/events.ts'
import type { Confirmation } from './send-screens.ts'

/** An accepted transaction. */
export type Executed = ExecutedDetail

/** A signed call without a final state. */
export type Unfinished = {
  confirmation: Confirmation
  /** The request that submits the call, if the call was signed in this browser. */
  request?: ExecuteRequest | undefined
  /** Whether the call was signed before this flow started. */
  isFound?: boolean
  /** The transaction as the server reports it, if known. */
  transaction?: FollowedTransaction | undefined
  /** Set if the service had accepted the call by this browser's last query. */
  executed?: Executed | undefined
}
