import type { ReactElement } from 'react'
import { isPolicyLoosened } from '#protocol/loosening.ts'
import type { CreatePolicyRequest, Policy } from '#protocol/policies.ts'
import { SaveDialog } from '#web/console/components/dialog.tsx'
import { t } from '#web/ui/text.ts'

/** Whether a changed policy allows transactions that the stored one blocks or holds. */
export function isLooser(policy: Policy | undefined, wanted: CreatePolicyRequest): boolean {
  if (policy === undefined) return false
  const { walletAddress = null, rule } = wanted
  return isPolicyLoosened(policy, { enabled: policy.enabled, walletAddress, rule })
}

type LooserDialogProps = { save: () => Promise<void>; onClose: () => void }

/** Asks before saving a looser policy. */
export function LooserDialog(props: LooserDialogProps): ReactElement {
  return (
    <SaveDialog
      title={t('Save a looser policy?')}
      purpose={t('Transactions that it blocks or holds today may be sent from now on.')}
      action={t('Save')}
      {...props}
    />
  )
}
