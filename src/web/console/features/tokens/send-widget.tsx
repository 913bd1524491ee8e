import type { LatchkeyEventMap } from '#widget/events.ts'
import type { TokenCall } from '#protocol/widget-call.ts'
import { ConsoleWidget } from '#web/console/lib/widget-gate.tsx'
import { operationsOf } from './send-values.ts'

export type SubmittedCall = LatchkeyEventMap['latchkey-executed']['detail']

type SendWidgetProps = {
  walletAddress: string
  /** The call to sign; without one the widget shows its own transfer form, as integrators' users see it. */
  call?: TokenCall
  /** For the widget's own form: the token to send; without one the widget asks. */
  tokenAddress?: string | undefined
  onExecuted: (call: SubmittedCall) => void
  onCancelled: () => void
}

/** The widget prepares and encodes the call again, displays it, signs with the passkey and executes. */
export function SendWidget({ walletAddress, call, tokenAddress, onExecuted, onCancelled }: SendWidgetProps) {
  return (
    <ConsoleWidget
      session={{ operations: operationsOf(call?.kind ?? 'erc20-transfer'), walletAddress }}
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
