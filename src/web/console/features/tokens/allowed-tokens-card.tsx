import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Card, EmptyState } from '#web/console/components/card.tsx'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { useChange } from '#web/console/lib/use-change.ts'
import { t } from '#web/ui/text.ts'
import { useMay } from '#web/console/components/if-may.tsx'
import { harmlessSymbol } from './token-names.ts'
import { allowToken, organizationTokensQuery, removeToken } from './token-requests.ts'
import { TokensTable, type ListedToken } from './tokens-table.tsx'
import { allowedTokensQuery } from '#web/console/lib/use-call-context.ts'

/** The list, with its possible changes. A service of the specification alone manages its list itself. */
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
  const { may } = useMay('PUT /api/org/tokens/:address')
  const [leaving, setLeaving] = useState<ListedToken | null>(null)
  const putBack = useChange(
    ({ address, standard = 'erc20' }: ListedToken) => allowToken(address, { standard }),
    ['tokens'],
  )
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

function RemoveTokenDialog({ token, onClose }: { token: ListedToken; onClose: () => void }) {
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title={t('Remove this token from the list?')}
      action={t('Remove token')}
      name={harmlessSymbol(token)}
      run={() => removeToken(token.address)}
      onDone={async () => {
        await queryClient.invalidateQueries({ queryKey: ['tokens'] })
        void queryClient.invalidateQueries({ queryKey: ['balances'] })
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {token.origin === 'default'
          ? t(
              'Wallets keep their balance of it and display it as an unknown token. You can restore it at any time.',
            )
          : t(
              'Wallets keep their balance of it and display it as an unknown token. To allow it again, look it up again.',
            )}
      </p>
      <HexText value={checksum(token.address)} what={t('contract address')} />
    </ConfirmDialog>
  )
}
