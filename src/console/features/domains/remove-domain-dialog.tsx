import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Domain } from '#shared/org/domains.ts'
import { ConfirmDialog } from '#console/components/confirm-dialog.tsx'
import { t } from '#console/lib/text.ts'
import { removeDomain } from './domain-changes.ts'
import { domainsQuery } from './list-domains.query.ts'

export function RemoveDomainDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeDomain(domain.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: domainsQuery().queryKey })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('Remove this domain?')}
      action={t('Remove domain')}
      name={domain.domain}
      error={remove.error}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {t(
          'No wallet can be created on it any more, and another organization can verify it. A domain that has wallets cannot be removed: their passkeys only work there.',
        )}
      </p>
    </ConfirmDialog>
  )
}
