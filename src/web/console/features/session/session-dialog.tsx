import { useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactElement } from 'react'
import { Dialog } from '#web/console/components/dialog.tsx'
import { settleSessionGate } from '#web/console/lib/session-gate.ts'
import { sessionQuery, useSession, readSession } from '#web/console/lib/session.query.ts'
import { broadcast } from '#web/console/lib/tabs.ts'
import { t } from '#web/ui/text.ts'
import { SignInPanel } from './passkey-forms.tsx'

/** Asks for the passkey on the current page, which keeps its input and requests. */
export function SessionDialog(): ReactElement {
  const session = useSession()
  const queryClient = useQueryClient()
  useEffect(() => void leaveIfEnded().catch(() => undefined), [])
  const goOn = () => {
    const now = queryClient.getQueryData(sessionQuery().queryKey)
    // Requests of another organization must not be repeated here, and its data must not stay displayed.
    const isSame =
      now?.signedIn === true &&
      now.organization.id === session.organization.id &&
      now.admin.id === session.admin.id
    if (isSame) settleSessionGate('renewed')
    else window.location.reload()
  }
  return (
    <Dialog
      title={t('Confirm with your passkey')}
      purpose={t('Your session has ended. Nothing on this page is lost: you can continue where you were.')}
      onClose={() => settleSessionGate('declined')}
    >
      <SignInPanel onSignedIn={goOn} />
    </Dialog>
  )
}

/** Clears this browser's tabs, including this one, if the session was ended on another device. */
async function leaveIfEnded(): Promise<void> {
  const session = await readSession()
  if (session.signedIn || session.ended === undefined) return
  broadcast({ kind: 'signed-out', ended: session.ended })
}
