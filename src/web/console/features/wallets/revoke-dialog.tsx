import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement, type ReactNode } from 'react'
import { CONSOLE_WIDGET_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import { Button } from '#web/console/components/button.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { ConsoleWidget } from '#web/console/lib/widget-gate.tsx'
import { t } from '#web/ui/text.ts'
import { PasskeyHere } from './passkey-elsewhere.tsx'
import type { Grant } from './wallet-grants.tsx'
import { balancesQuery } from './wallet-requests.ts'

type RevokeDialog = {
  toButton: (grant: Grant) => ReactElement
  /** To be rendered next to the list, because the entry of a revoked grant disappears. */
  dialog: ReactNode
}

/** Buttons that revoke grants of a wallet, and the one dialog that they open. */
export function useRevokeDialog(address: string): RevokeDialog {
  const [revoked, setRevoked] = useState<Grant>()
  return {
    toButton: (grant) => (
      <Button
        of={grant.who}
        access={CONSOLE_WIDGET_ENDPOINTS.openConsoleWidgetSession}
        silent
        onClick={() => setRevoked(grant)}
      >
        {t('Revoke')}
      </Button>
    ),
    dialog: revoked && <RevokeGrant {...{ address, grant: revoked }} onClose={() => setRevoked(undefined)} />,
  }
}

type RevokeGrantProps = { address: string; grant: Grant; onClose: () => void }

/** Revokes a grant with the widget. The widget's confirmation is the only confirmation. */
function RevokeGrant({ address, grant, onClose }: RevokeGrantProps) {
  const queryClient = useQueryClient()
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['transactions'] })
    void queryClient.invalidateQueries({ queryKey: balancesQuery(address).queryKey })
  }
  return (
    <Dialog title={t('Revoke this approval?')} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <Facts
          facts={{
            [t('Approval')]: grant.what,
            [t('Spender')]: <HexText value={checksum(grant.who)} what={t('spender address')} />,
          }}
        />
        <PasskeyHere address={address}>
          <ConsoleWidget
            session={{ operations: ['approve', 'execute'], walletAddress: address }}
            flow="send"
            wallet-address={address}
            call={grant.revoke}
            onlatchkey-executed={refresh}
            onlatchkey-status={refresh}
            onlatchkey-cancelled={onClose}
          />
        </PasskeyHere>
      </div>
    </Dialog>
  )
}
