import type { ReactNode } from 'react'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { isUnlimited } from '#protocol/effects/grant.ts'
import type { Balances } from '#protocol/holdings.ts'
import { Amount, HexText, TimeAgo } from '#web/console/components/values.tsx'
import { Badge } from '#web/console/components/badge.tsx'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, ListRow, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { paths, type SendSearchParams } from '#web/console/lib/paths.ts'
import { tokenName } from '#web/console/lib/display-names.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { t } from '#web/ui/text.ts'
import { balancesQuery } from './wallet-requests.ts'

type Allowance = NonNullable<Balances['allowances']>[number]
type Operator = NonNullable<Balances['operators']>[number]

/** A permission over a wallet's tokens, and the call that ends it. */
type Grant = {
  key: string
  what: ReactNode
  badge?: ReactNode
  who: string
  since: string | undefined
  revoke: SendSearchParams
}

/** A permission without a limit. */
export const isRisky = ({ badge }: Grant): boolean => badge !== undefined

/** A wallet's permissions, those without a limit first; `undefined` while they are not known. */
export function grantsOf({ allowances, operators }: Balances): Grant[] | undefined {
  if (allowances === undefined || operators === undefined) return undefined
  const grants = [...operators.map(grantOfOperator), ...allowances.map(grantOfAllowance)]
  return grants.toSorted((a, b) => Number(isRisky(b)) - Number(isRisky(a)))
}

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
        {(data) => {
          const grants = grantsOf(data)
          if (grants === undefined) {
            return (
              <p className="px-4 py-3 text-sm text-muted">
                {t('Not known yet: the service is still reading the chain for this wallet.')}
              </p>
            )
          }
          if (grants.length === 0) {
            return (
              <EmptyState icon="check" title={t('No approvals')}>
                {t('Only the wallet itself can transfer its tokens.')}
              </EmptyState>
            )
          }
          return (
            <ul className="divide-y divide-line">
              {grants.map((grant) => (
                <GrantRow key={grant.key} {...{ address, grant }} />
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
    </Card>
  )
}

function grantOfOperator(given: Operator): Grant {
  const { tokenAddress: token, operator, grantedAtDatetime: since } = given
  return {
    key: `${token} ${operator}`,
    what: t('All NFTs of {collection}', { collection: nameOf(given) }),
    badge: <Badge tone="warning">{t('Whole collection')}</Badge>,
    who: operator,
    since,
    revoke: { kind: 'set-approval-for-all', token, operator, approved: 'false' },
  }
}

function grantOfAllowance(given: Allowance): Grant {
  const { tokenAddress: token, spender, tokenId, amount = '0', decimals = 0, symbol } = given
  const grant = { key: `${token} ${spender} ${tokenId ?? ''}`, who: spender, since: given.grantedAtDatetime }
  if (tokenId !== undefined) {
    return {
      ...grant,
      what: t('{collection} #{tokenId}', { collection: nameOf(given), tokenId }),
      revoke: { kind: 'erc721-approve', token, spender: ZERO_ADDRESS, tokenId },
    }
  }
  const revoke = { kind: 'erc20-approve', token, spender, amount: '0' }
  if (!isUnlimited(amount)) {
    return {
      ...grant,
      what: <Amount units={amount} decimals={decimals} symbol={symbol || nameOf(given)} />,
      revoke,
    }
  }
  return {
    ...grant,
    what: t('Unlimited {coin}', { coin: nameOf(given) }),
    badge: <Badge tone="danger">{t('Unlimited')}</Badge>,
    revoke,
  }
}

export function GrantRow({ address, grant }: { address: string; grant: Grant }) {
  const { what, badge, who, since, revoke } = grant
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
      <HexText value={checksum(who)} what={t('spender address')} />
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
