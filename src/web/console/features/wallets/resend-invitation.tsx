import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { APPROVAL_ENDPOINTS } from '#protocol/approval-endpoints.ts'
import { Button } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { t } from '#web/ui/text.ts'

/**
 * Sends the invitation to an end-user who has not enrolled. Nobody else gets the mail, because anyone with the link
 * could approve instead (ADR 0011).
 */
export function ResendInvitation({ address }: { address: string }): ReactElement {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => orgApi.call(APPROVAL_ENDPOINTS.resendInvitation, { params: { address } }),
  })
  return (
    <span aria-live="polite" className="flex flex-wrap gap-2">
      <Button
        access={APPROVAL_ENDPOINTS.resendInvitation}
        silent
        icon="send"
        pending={isPending}
        refusing={isSuccess}
        onClick={() => mutate()}
      >
        {isSuccess ? t('Sent to their email address') : t('Resend invitation')}
      </Button>
      <ProblemPanel error={error} className="basis-full" />
    </span>
  )
}
