import type { ReactElement } from 'react'
import type { TokenCall } from '#protocol/widget-call.ts'
import { ConsoleWidget } from '#web/console/lib/widget-gate.tsx'
import type { LatchkeyEventMap } from '#widget/events.ts'
import { listOperations } from './send-values.ts'

export type SubmittedCall = LatchkeyEventMap['latchkey-executed']['detail']

type SendWidgetProps = {
  walletAddress: string
  /** The call to sign. Undefined shows the widget's own transfer form, as integrators' users see it. */
  call?: TokenCall
  /** The token to send in the widget's own form. Undefined lets the user choose in the widget. */
  tokenAddress?: string | undefined
  onExecuted: (call: SubmittedCall) => void
  onCancelled: () => void
}

/** The widget prepares and encodes the call again, displays it, signs it with the passkey and executes it. */
export function SendWidget({
  walletAddress,
  call,
  tokenAddress,
  onExecuted,
  onCancelled,
}: SendWidgetProps): ReactElement {
  return (
    <ConsoleWidget
      session={{ operations: listOperations(call?.kind ?? 'erc20-transfer'), walletAddress }}
      flow="send"
      wallet-address={walletAddress}
      token-address={tokenAddress}
      {...(call && { call })}
      onlatchkey-executed={({ detail }) => onExecuted(detail)}
      onlatchkey-status={({ detail }) => onExecuted(detail)}
      onlatchkey-cancelled={onCancelled}
    />
  )
}
