import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { DialogButton } from '#web/console/components/button.tsx'
import { configQuery } from '#web/console/lib/calls.ts'
import { onDemand } from '#web/console/lib/on-demand.tsx'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'

const DecideDialog = onDemand(() => import('./decide-dialog.tsx').then((module) => module.DecideDialog))

/**
 * Decides a transaction on this page if the approval passkeys belong to this page's origin. Otherwise the button is a
 * link to the approval app, because a browser offers a passkey only to its own site.
 */
export function DecideButton({ transactionUuid }: { transactionUuid: string }): ReactElement | null {
  const approvalUrl = useQuery(secondary('network', configQuery())).data?.approvalUrl ?? ''
  if (!URL.canParse(approvalUrl)) return null
  const { origin, host } = new URL(approvalUrl)
  if (origin === location.origin)
    return (
      <DialogButton
        tone="primary"
        dialog={(close) => <DecideDialog transactionUuid={transactionUuid} onClose={close} />}
      >
        {t('Decide')}
      </DialogButton>
    )
  return (
    <div className="text-sm">
      <a
        href={`${approvalUrl}#transaction=${transactionUuid}`}
        target="_blank"
        rel="noreferrer"
        className="font-medium text-accent-text hover:underline"
      >
        {t('Decide in the approval app')}
      </a>
      <p className="text-muted">
        {t('Your approval passkey belongs to {host}, so it works only there.', { host })}
      </p>
    </div>
  )
}
