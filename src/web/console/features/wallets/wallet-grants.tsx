import type { ReactNode, ReactElement } from 'react'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { isUnlimited } from '#protocol/effects/grant.ts'
import type { Balances } from '#protocol/holdings.ts'
import type { TokenCall } from '#protocol/widget-call.ts'
import { AmountButton } from '#web/console/components/amount-button.tsx'
import { Badge } from '#web/console/components/badge.tsx'
import { ListRow } from '#web/console/components/card.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { tokenAmountText } from '#web/console/lib/calls.ts'
import { tokenName } from '#web/console/lib/display.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { quantityText } from '#web/ui/quantity.ts'
import { t } from '#web/ui/text.ts'

type Allowance = NonNullable<Balances['allowances']>[number]
type Operator = NonNullable<Balances['operators']>[number]

/** A permission over a wallet's tokens, and the call that revokes it. */
export type Grant = {
  key: string
  what: ReactNode
  badge?: ReactNode
  who: string
  since: string | undefined
  revoke: TokenCall
}

/** Whether a permission has no limit. */
export const isRisky = ({ badge }: Grant): boolean => badge !== undefined

/** Permissions of a wallet, those without a limit first. Undefined while unknown. */
export function listGrants({ allowances, operators }: Balances): Grant[] | undefined {
  if (allowances === undefined || operators === undefined) return undefined
  const grants = [...operators.map(grantOfOperator), ...allowances.map(grantOfAllowance)]
  return grants.toSorted((a, b) => Number(isRisky(b)) - Number(isRisky(a)))
}

/** Number of permissions on the loaded page, such as `7` or `200+`. */
export const grantCountText = (grants: readonly Grant[], isCut: boolean): string =>
  `${grants.length}${isCut ? '+' : ''}`

function grantOfOperator(given: Operator): Grant {
  const { tokenAddress: token, operator, grantedAtDatetime: since } = given
  return {
    key: `${token} ${operator}`,
    what: t('All NFTs of {collection}', { collection: nameGrant(given) }),
    badge: <Badge tone="warning">{t('Whole collection')}</Badge>,
    who: operator,
    since,
    revoke: { kind: 'set-approval-for-all', token, operator, approved: false },
  }
}

function grantOfAllowance(given: Allowance): Grant {
  const { tokenAddress: token, spender, tokenId, amount = '0', decimals, symbol } = given
  const grant = { key: `${token} ${spender} ${tokenId ?? ''}`, who: spender, since: given.grantedAtDatetime }
  if (tokenId !== undefined) {
    return {
      ...grant,
      what: `${quantityText({ kind: 'item', tokenId })} · ${nameGrant(given)}`,
      revoke: { kind: 'erc721-approve', token, spender: ZERO_ADDRESS, tokenId },
    }
  }
  const revoke = { kind: 'erc20-approve', token, spender, amount: '0' } as const
  if (!isUnlimited(amount)) {
    const what =
      decimals === undefined ? (
        tokenAmountText(amount, token, [])
      ) : (
        <AmountButton units={amount} decimals={decimals} symbol={symbol || nameGrant(given)} />
      )
    return { ...grant, what, revoke }
  }
  const badge = <Badge tone="danger">{t('Unlimited')}</Badge>
  return {
    ...grant,
    what: quantityText({ kind: 'amount', text: amount, symbol: nameGrant(given), unlimited: true }),
    badge,
    revoke,
  }
}

type GrantRowProps = { grant: Grant; actions: ReactNode }

export function GrantRow({ grant, actions }: GrantRowProps): ReactElement {
  const { what, badge, who, since } = grant
  return (
    <ListRow title={what} badge={badge} actions={actions}>
      <HexText value={checksum(who)} what={t('spender address')} />
      {since !== undefined && (
        <span className="block">
          <Rich text="Granted {when}" parts={{ when: <TimeAgo datetime={since} /> }} />
        </span>
      )}
    </ListRow>
  )
}

function nameGrant({ name, symbol }: Allowance | Operator): string {
  return tokenName(name || symbol || '') || t('Unnamed collection')
}
