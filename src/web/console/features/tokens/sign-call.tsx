import { useCallback, useSyncExternalStore } from 'react'
import type { TokenCall } from '#protocol/org/widget-call.ts'
import { openWidgetSession, WidgetGate } from '#web/console/lib/widget-gate.tsx'
import { subscribeToTheme, themeChoice } from '#web/console/lib/theme-choice.ts'
import { operationsOf } from './send-kinds.ts'

type SignCallProps = {
  walletAddress: string
  call: TokenCall
  onExecuted: () => void
  onCancelled: () => void
}

/** The widget prepares and encodes the call again, shows what it means, signs with the passkey and executes. */
export function SignCall({ walletAddress, call, onExecuted, onCancelled }: SignCallProps) {
  const theme = useSyncExternalStore(subscribeToTheme, themeChoice)
  const { kind } = call
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
        call={call}
        getToken={getToken}
        onlatchkey-executed={onExecuted}
        onlatchkey-status={onExecuted}
        onlatchkey-cancelled={onCancelled}
      />
    </WidgetGate>
  )
}
