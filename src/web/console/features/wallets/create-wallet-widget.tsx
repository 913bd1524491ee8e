import { useCallback, useSyncExternalStore } from 'react'
import { openWidgetSession, WidgetGate } from '#web/console/lib/widget-gate.tsx'
import { subscribeToTheme, themeChoice } from '#web/console/lib/theme-choice.ts'
import type { Owner } from './owner-form.tsx'

type CreateWalletWidgetProps = { owner: Owner; onCreated: (address: string) => void; onCancelled: () => void }

/** The widget creates the wallet here as it does on an integrator's page. */
export function CreateWalletWidget({ owner, onCreated, onCancelled }: CreateWalletWidgetProps) {
  const theme = useSyncExternalStore(subscribeToTheme, themeChoice)
  const getToken = useCallback(() => {
    if (owner === null) return openWidgetSession({ operations: ['create'] })
    const { externalUserId, externalUserLabel } = owner
    return openWidgetSession({
      operations: ['create'],
      externalUserId,
      ...(externalUserLabel !== '' && { externalUserLabel }),
    })
  }, [owner])
  return (
    <WidgetGate>
      <latchkey-wallet
        api-url={window.location.origin}
        flow="create"
        theme={theme}
        getToken={getToken}
        onlatchkey-created={({ detail }) => onCreated(detail.address)}
        onlatchkey-cancelled={onCancelled}
      />
    </WidgetGate>
  )
}
