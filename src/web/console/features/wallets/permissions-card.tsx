import type { ReactNode } from 'react'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { isUnlimited } from '#protocol/effects/grant.ts'
import type { Balances } from '#protocol/holdings.ts'
import { Amount, HexText, TimeAgo } from '#web/console/components/values.tsx'
import { Badge } from '#web/console/components/badge.tsx'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, ListRow, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { paths, type SendSearchParams } from '#web/console/lib/paths.ts'
import { tokenName } from '#web/console/lib/display-names.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { t } from '#web/ui/text.ts'
import { balancesQuery } from './wallet-requests.ts'

type Allowance = NonNullable<Balances['allowances']>[number]
type Operator = NonNullable<Balances['operators']>[number]

/** The permissions over the wallet's tokens: each limit, its date, and how to revoke it. */
export function PermissionsCard({ address }: { address: string }) {
  const balances = useLiveQuery(balancesQuery(address))
  return (
    <Card
      title={t('Approvals')}
      note={t('Who can transfer tokens of this wallet without asking again.')}
      flush
    >
      <Loaded query={balances} skeleton={<SkeletonRows rows={1} label={t('Loading the approvals')} />}>
        {({ allowances, operators, isCut }) => {
          if (allowances === undefined || operators === undefined) {
            return (
              <p className="px-4 py-3 text-sm text-muted">
                {t('Not known yet: the service is still reading the chain for this wallet.')}
              </p>
            )
          }
          if (allowances.length + operators.length === 0) {
            return (
              <EmptyState icon="check" title={t('No approvals')}>
                {t('Only the wallet itself can transfer its tokens.')}
              </EmptyState>
            )
          }
          return (
            <ul className="divide-y divide-line">
              {operators.map((grant) => (
                <OperatorItem key={`${grant.tokenAddress} ${grant.operator}`} {...{ address, grant }} />
              ))}
              {allowances.map((grant) => (
                <AllowanceItem
                  key={`${grant.tokenAddress} ${grant.spender} ${grant.tokenId ?? ''}`}
                  {...{ address, grant }}
                />
              ))}
              {isCut && (
                <li className="px-4 py-3 text-sm text-muted">
                  {t('There are more than displayed here. The rest is available from the API.')}
                </li>
              )}
            </ul>
          )
        }}
      </Loaded>
    </Card>
  )
}

function OperatorItem({ address, grant }: { address: string; grant: Operator }) {
  const { tokenAddress: token, operator } = grant
  return (
    <Grant
      address={address}
      what={t('All NFTs of {collection}', { collection: nameOf(grant) })}
      badge={<Badge tone="warning">{t('Whole collection')}</Badge>}
      who={operator}
      since={grant.grantedAtDatetime}
      revoke={{ kind: 'set-approval-for-all', token, operator, approved: 'false' }}
    />
  )
}

function AllowanceItem({ address, grant }: { address: string; grant: Allowance }) {
  const { tokenAddress: token, spender, tokenId, amount = '0', decimals = 0, symbol } = grant
  if (tokenId !== undefined) {
    return (
      <Grant
        address={address}
        what={t('{collection} #{tokenId}', { collection: nameOf(grant), tokenId })}
        who={spender}
        since={grant.grantedAtDatetime}
        revoke={{ kind: 'erc721-approve', token, spender: ZERO_ADDRESS, tokenId }}
      />
    )
  }
  const unlimited = isUnlimited(amount)
  return (
    <Grant
      address={address}
      what={
        unlimited ? (
          t('Unlimited {coin}', { coin: nameOf(grant) })
        ) : (
          <Amount units={amount} decimals={decimals} symbol={symbol || nameOf(grant)} />
        )
      }
      badge={unlimited && <Badge tone="danger">{t('Unlimited')}</Badge>}
      who={spender}
      since={grant.grantedAtDatetime}
      revoke={{ kind: 'erc20-approve', token, spender, amount: '0' }}
    />
  )
}

type GrantProps = {
  address: string
  what: ReactNode
  badge?: ReactNode
  who: string
  since: string | undefined
  revoke: SendSearchParams
}

function Grant({ address, what, badge, who, since, revoke }: GrantProps) {
  return (
    <ListRow
      title={what}
      badge={badge}
      actions={
        <ButtonLink route="POST /api/baas/transactions/execute" silent to={paths.send.href(address, revoke)}>
          {t('Revoke')}
          <span className="sr-only"> {who}</span>
        </ButtonLink>
      }
    >
      <HexText value={who} what={t('spender address')} />
      {since !== undefined && (
        <span className="block">
          {t('Approved')} <TimeAgo datetime={since} />
        </span>
      )}
    </ListRow>
  )
}

function nameOf({ name, symbol }: Allowance | Operator): string {
  return tokenName(name || symbol || '') || t('Unnamed collection')
}
