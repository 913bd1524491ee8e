import { useMutation } from '@tanstack/react-query'
import { APPROVAL_ENDPOINTS } from '#protocol/organization-transactions.ts'
import { Button } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { callEndpoint } from '#web/console/lib/api.ts'
import { t } from '#web/ui/text.ts'

/** For an end-user who has not enrolled. Mailed to them alone: another person with the link could approve in their place (ADR 0011). */
export function ResendInvitation({ address }: { address: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => callEndpoint('/api/org', APPROVAL_ENDPOINTS.resendInvitation, { params: { address } }),
  })
  const route = 'POST /api/org/wallets/:address/invitation'
  return (
    <span aria-live="polite" className="flex flex-wrap gap-2">
      <Button
        {...{ route }}
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
