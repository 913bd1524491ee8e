import type { ReactElement } from 'react'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { useItemsFile } from '#web/console/components/export-files.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ListMenu } from '#web/console/components/table-menu.tsx'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { t } from '#web/ui/text.ts'
import { useRevokeDialog } from './revoke-dialog.tsx'
import { GrantRow, listGrants } from './wallet-grants.tsx'
import { balancesQuery } from './wallet-requests.ts'

/** Permissions over the wallet's tokens: each limit, its date, and how to revoke it. */
export function PermissionsCard({ address }: { address: string }): ReactElement {
  const balances = useLiveQuery(balancesQuery(address))
  const { toButton, dialog } = useRevokeDialog(address)
  const { operators = [], allowances = [] } = balances.data ?? {}
  const granted = [...operators, ...allowances]
  const file = useItemsFile('approvals', granted)
  return (
    <Card
      title={t('Approvals')}
      note={t('Who can transfer tokens of this wallet without asking again.')}
      actions={<ListMenu rows={granted.length} files={file} />}
      flush
    >
      <Loaded query={balances} skeleton={<SkeletonRows rows={1} label={t('Loading the approvals')} />}>
        {(data) => {
          const grants = listGrants(data)
          if (grants === undefined) {
            return (
              <p className="px-4 py-3 text-sm text-muted">
                {t('Not known yet: the service is still reading the chain for this wallet.')}
              </p>
            )
          }
          if (grants.length === 0 && !data.isCut) {
            return (
              <EmptyState icon="check" title={t('No approvals')}>
                {t('Only the wallet itself can transfer its tokens.')}
              </EmptyState>
            )
          }
          return (
            <ul className="divide-y divide-line">
              {grants.map((grant) => (
                <GrantRow key={grant.key} grant={grant} actions={toButton(grant)} />
              ))}
              {data.isCut && (
                <li className="px-4 py-3 text-sm text-muted">
                  {t('There are more than displayed here. The rest is available from the API.')}
                </li>
              )}
            </ul>
          )
        }}
      </Loaded>
      {dialog}
    </Card>
  )
}
