import { useCallback, useSyncExternalStore } from 'react'
import { openWidgetSession, WidgetGate } from '#web/console/lib/widget-gate.tsx'
import { subscribeToTheme, themeChoice } from '#web/console/lib/theme-choice.ts'

type WidgetSendFormProps = {
  walletAddress: string
  /** The coin to send; without it the widget asks. */
  tokenAddress: string | undefined
  onExecuted: () => void
  onCancelled: () => void
}

/** The widget’s own form, as an integrator’s users see it: it asks for recipient and amount, shows, signs and executes. */
export function WidgetSendForm({
  walletAddress,
  tokenAddress,
  onExecuted,
  onCancelled,
}: WidgetSendFormProps) {
  const theme = useSyncExternalStore(subscribeToTheme, themeChoice)
  const getToken = useCallback(
    () => openWidgetSession({ operations: ['transfer', 'execute'], walletAddress }),
    [walletAddress],
  )
  return (
    <WidgetGate>
      <latchkey-wallet
        api-url={window.location.origin}
        flow="send"
        theme={theme}
        wallet-address={walletAddress}
        token-address={tokenAddress}
        getToken={getToken}
        onlatchkey-executed={onExecuted}
        onlatchkey-status={onExecuted}
        onlatchkey-cancelled={onCancelled}
      />
    </WidgetGate>
  )
}
