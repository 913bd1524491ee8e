import { useCallback, useSyncExternalStore } from 'react'
import '#console/lib/latchkey-element.ts'
import { openWidgetSession } from '#console/lib/open-widget-session.ts'
import { subscribeToTheme, themeChoice } from '#console/lib/theme-choice.ts'
import { WidgetGate } from '#console/lib/widget-gate.tsx'

type SendTokenFormProps = {
  walletAddress: string
  /** The coin to send; without it the widget asks. */
  tokenAddress: string | undefined
  onExecuted: () => void
  onCancelled: () => void
}

/** The widget asks for recipient and amount, shows what will be signed, signs with the passkey and executes. */
export function SendTokenForm({ walletAddress, tokenAddress, onExecuted, onCancelled }: SendTokenFormProps) {
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
