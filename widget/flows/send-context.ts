import type { Hex } from 'viem'
import type { TransactionState } from '#shared/org/transaction-states.ts'
import type { Config } from '#widget/answers.ts'
import type { ExecuteCall } from '#shared/signing/execute-digest.ts'
import type { WidgetApi } from '#widget/api.ts'
import type { Clock } from '#widget/clock.ts'
import type { Memory } from '#widget/memory.ts'
import type { Authenticator } from '#widget/passkey/authenticator.ts'
import type { Report } from './attempt.ts'
import type { SendScreens, TransferDraft } from './send-screens.ts'

/** An accepted execute. */
export type Executed = {
  digest: Hex
  transactionHash?: string | undefined
  transactionUuid?: string | undefined
}

export type SendDeps = {
  api: WidgetApi
  authenticator: Authenticator
  memory: Memory
  clock: Clock
  screens: SendScreens
  report: Report
  /** Asked right before the passkey prompt; `false` means the page stops it. */
  beforeSign: (signing: { digest: Hex; call: ExecuteCall }) => boolean
  executed: (executed: Executed) => void
  statusChanged: (
    executed: Executed & { status: TransactionState; reason: string | undefined; reported: boolean },
  ) => void
}

export type SendInput = {
  /** The page's hostname, and the domain of passkeys that the server knows nothing about. */
  host: string
  rpId: string
  walletAddress?: string | undefined
  tokenAddress?: string | undefined
  to?: string | undefined
  amount?: string | undefined
  /** Begin at the confirm screen with this transfer, as a new call. */
  again?: { walletAddress: string; draft: TransferDraft } | undefined
}

/** What every step of one transfer shares. */
export type SendContext = {
  deps: SendDeps
  input: SendInput
  config: Config
  signal: AbortSignal
  serverSeconds: () => number
}
