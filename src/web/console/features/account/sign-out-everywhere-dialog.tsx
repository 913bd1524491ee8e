import { useMutation } from '@tanstack/react-query'
import { DialogActions } from '#web/console/components/dialog-actions.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { t } from '#web/ui/text.ts'
import { signOutEverywhere } from './end-sessions.ts'

type SignOutEverywhereDialogProps = { onSignedOut: () => void; onClose: () => void }

export function SignOutEverywhereDialog({ onSignedOut, onClose }: SignOutEverywhereDialogProps) {
  const leave = useMutation({ mutationFn: signOutEverywhere, onSuccess: onSignedOut })
  return (
    <Dialog
      title={t('Sign out everywhere?')}
      purpose={t('All your sessions end immediately, in every browser and organization, including this one.')}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <ProblemPanel error={leave.error} />
        <DialogActions
          action={t('Sign out everywhere')}
          tone="danger"
          pending={leave.isPending}
          onConfirm={() => leave.mutate()}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
