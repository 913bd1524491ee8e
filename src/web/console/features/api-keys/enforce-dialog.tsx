import { useQuery } from '@tanstack/react-query'
import { DialogActions, Dialog } from '#web/console/components/dialog.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { t } from '#web/ui/text.ts'
import { dryRunAllowList } from './api-key-requests.ts'
import { DryRunResult } from './dry-run-result.tsx'

type EnforceDialogProps = {
  keyId: string
  ranges: string[]
  error: unknown
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Before enforcement: what the list would have refused. */
export function EnforceDialog({ keyId, ranges, error, pending, onConfirm, onClose }: EnforceDialogProps) {
  const dryRun = useQuery({
    queryKey: ['api-keys', keyId, 'dry-run', ranges],
    queryFn: () => dryRunAllowList(keyId, ranges),
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <Dialog
      title={t('Enforce this list?')}
      purpose={t('Requests from other addresses are refused from now on.')}
      onClose={onClose}
      size="md"
    >
      <div className="flex flex-col gap-4">
        <Loaded
          query={dryRun}
          skeleton={<SkeletonRows rows={2} label={t('Testing against the last 30 days')} />}
        >
          {(result) => <DryRunResult result={result} />}
        </Loaded>
        <ProblemPanel error={error} />
        <DialogActions
          action={t('Enforce')}
          tone={dryRun.data?.refusedRequests === 0 ? 'primary' : 'danger'}
          refusing={dryRun.data === undefined}
          pending={pending}
          onConfirm={onConfirm}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
