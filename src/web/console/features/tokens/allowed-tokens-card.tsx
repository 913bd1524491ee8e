import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '#web/console/components/card.tsx'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { SkeletonRows } from '#web/console/components/skeleton.tsx'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { t } from '#web/ui/text.ts'
import { useMay } from '#web/console/lib/use-may.ts'
import { allowToken } from './allow-token.ts'
import { allowedTokensQuery } from './list-allowed-tokens.query.ts'
import { organizationTokensQuery } from './list-organization-tokens.query.ts'
import { RemoveTokenDialog } from './remove-token-dialog.tsx'
import { TokensTable, type ListedToken } from './tokens-table.tsx'

/** The list, with what can be changed in it. A service of the specification alone keeps its list itself. */
export function AllowedTokensCard() {
  const own = useQuery(organizationTokensQuery())
  const isKeptElsewhere = isLacking(own.error)
  const plain = useQuery({ ...allowedTokensQuery(), enabled: isKeptElsewhere })
  const skeleton = <SkeletonRows rows={3} label={t('Loading the tokens')} />
  return (
    <Card title={t('Allowed tokens')} flush>
      {isKeptElsewhere ? (
        <>
          <div className="border-b border-line p-4">
            <Notice tone="info" title={t('The service’s operator manages this list')}>
              {t(
                'The connected service has no endpoint to change it. Ask its operator to add or remove a token.',
              )}
            </Notice>
          </div>
          <Loaded query={plain} skeleton={skeleton}>
            {(list) => (list.length === 0 ? <NoTokens /> : <TokensTable tokens={list} />)}
          </Loaded>
        </>
      ) : (
        <Loaded query={own} skeleton={skeleton}>
          {(list) => (list.length === 0 ? <NoTokens /> : <ChangeableTokens tokens={list} />)}
        </Loaded>
      )}
    </Card>
  )
}

function ChangeableTokens({ tokens }: { tokens: readonly ListedToken[] }) {
  const queryClient = useQueryClient()
  const { may } = useMay('PUT /api/org/tokens/:address')
  const [leaving, setLeaving] = useState<ListedToken | null>(null)
  const putBack = useMutation({
    mutationFn: ({ address, standard = 'erc20' }: ListedToken) => allowToken(address, { standard }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  })
  return (
    <>
      {putBack.error !== null && (
        <div className="border-b border-line p-4">
          <ProblemPanel error={putBack.error} />
        </div>
      )}
      <TokensTable
        tokens={tokens}
        {...(may && { onRemove: setLeaving, onPutBack: (token: ListedToken) => putBack.mutate(token) })}
        pending={putBack.isPending ? putBack.variables.address : undefined}
      />
      {leaving !== null && <RemoveTokenDialog token={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function NoTokens() {
  return (
    <EmptyState icon="token" title={t('No allowed tokens')}>
      {t('Wallets can hold any token; tokens on this list are displayed by name. Look one up to add it.')}
    </EmptyState>
  )
}
