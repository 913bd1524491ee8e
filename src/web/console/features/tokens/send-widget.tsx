import { useCallback } from 'react'
import type { LatchkeyEventMap } from '#widget/events.ts'
import type { TokenCall } from '#protocol/widget-call.ts'
import { useTheme } from '#web/console/lib/theme-choice.ts'
import { openWidgetSession, WidgetGate } from '#web/console/lib/widget-gate.tsx'
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
  const theme = useTheme()
  const kind = call?.kind ?? 'erc20-transfer'
  const getToken = useCallback(
    () => openWidgetSession({ operations: operationsOf(kind), walletAddress }),
    [kind, walletAddress],
  )
  return (
    <WidgetGate>
      <latchkey-wallet
        api-url={window.location.origin}
        flow="send"
        theme={theme}
        wallet-address={walletAddress}
        token-address={tokenAddress}
        {...(call && { call })}
        getToken={getToken}
        onlatchkey-executed={({ detail }) => onExecuted(detail)}
        onlatchkey-status={({ detail }) => onExecuted(detail)}
        onlatchkey-cancelled={onCancelled}
      />
    </WidgetGate>
  )
}
