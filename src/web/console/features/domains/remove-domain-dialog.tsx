import type { Domain } from '#protocol/org/domains.ts'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { t } from '#web/ui/text.ts'
import { removeDomain } from './domain-changes.ts'
import { domainsQuery } from './list-domains.query.ts'

export function RemoveDomainDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t('Remove this domain?')}
      action={t('Remove domain')}
      name={domain.domain}
      run={() => removeDomain(domain.id)}
      list={domainsQuery().queryKey}
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
