import { useMutation } from '@tanstack/react-query'
import type { ReactNode, ReactElement } from 'react'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { isUnlimited } from '#protocol/effects/grant.ts'
import { EXECUTE_ENDPOINTS } from '#protocol/execute-transaction.ts'
import type { Balances } from '#protocol/holdings.ts'
import { type WalletApprover, APPROVAL_ENDPOINTS } from '#protocol/organization-transactions.ts'
import type { Wallet, WalletDetails } from '#protocol/wallets.ts'
import { AmountButton } from '#web/console/components/amount-button.tsx'
import { Badge } from '#web/console/components/badge.tsx'
import { ButtonLink, Button } from '#web/console/components/button.tsx'
import { Card, ListRow, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { useItemsFile } from '#web/console/components/export-files.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { AgeNote, Loaded } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { ListMenu } from '#web/console/components/table-menu.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { orgApi } from '#web/console/lib/api.ts'
import { tokenAmountText } from '#web/console/lib/calls.ts'
import { tokenName } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths, type SendSearchParams } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { quantityText } from '#web/ui/quantity.ts'
import { t } from '#web/ui/text.ts'
import { approverSentence } from './wallet-owner.tsx'
import { ProtectionBadge, protectionMeaning, RemovalRow } from './wallet-protection.tsx'
import { balancesQuery, walletApproverQuery, walletDetailsQuery } from './wallet-requests.ts'

/** `children`: further entries of the list. */
type ProtectionCardProps = { wallet: Wallet; address: string; children?: ReactNode }

/**
 * Protections and risks of a wallet: its approver, its recovery, and the parties that may take its tokens.
 */
export function ProtectionCard({ wallet, address, children }: ProtectionCardProps): ReactElement {
  const approver = useLiveQuery(secondary('protection', walletApproverQuery(wallet.address)))
  const details = useLiveQuery(secondary('protection', walletDetailsQuery(wallet.address)))
  const balances = useLiveQuery(secondary('balances', balancesQuery(address)))
  const protection = details.data?.protection
  const grants = balances.data && listGrants(balances.data)
  const risky = grants?.filter(isRisky) ?? []
  return (
    <Card title={t('Protection')} flush>
      {approver.data !== undefined && <AgeNote query={approver} />}
      <ul className="divide-y divide-line">
        <EachTransaction wallet={wallet} approver={approver.data} protection={protection} />
        <RemovalRow details={details.data} />
        {details.data?.onChain !== undefined && (
          <ListRow
            icon="refresh"
            title={t('Backup and recovery')}
            badge={<Recoverable {...details.data.onChain} />}
            actions={
              <ButtonLink to={paths.walletSecurity.href(address)}>
                {hasBackup(details.data.onChain) ? t('Security') : t('Set a backup address')}
              </ButtonLink>
            }
          >
            {t('How the wallet is recovered when its passkey is lost.')}
          </ListRow>
        )}
        {grants !== undefined && (
          <ListRow
            icon="key"
            title={t('Approvals')}
            badge={<Badge>{grantCountText(grants, balances.data?.isCut === true)}</Badge>}
            actions={<ButtonLink to={paths.walletApprovals.href(address)}>{t('Show all')}</ButtonLink>}
          >
            {grants.length === 0 && balances.data?.isCut !== true
              ? t('Only the wallet itself can transfer its tokens.')
              : t('Who can transfer tokens of this wallet without asking again.')}
          </ListRow>
        )}
        {risky.slice(0, RISKY_MAX).map((grant) => (
          <GrantRow key={grant.key} {...{ address, grant }} />
        ))}
        {children}
      </ul>
    </Card>
  )
}

const RISKY_MAX = 3

type EachTransactionProps = {
  wallet: Wallet
  /** Undefined while loading. */
  approver: WalletApprover | undefined
  /** Undefined if the service does not report it. */
  protection: WalletDetails['protection']
}

/** The parties that must consent to each transaction, and the mechanism that enforces it. */
function EachTransaction({ wallet, approver, protection }: EachTransactionProps) {
  const enrolment = wallet.externalUserId !== '' && approver !== undefined && <Enrolment {...approver} />
  return (
    <ListRow
      icon="passkey"
      title={t('Each transaction')}
      badge={protection === undefined ? enrolment : <ProtectionBadge protection={protection} />}
      actions={approver?.state === 'invited' && <ResendInvitation address={wallet.address} />}
    >
      {approver === undefined ? t('Signed with the wallet’s passkey') : approverSentence(approver.state)}{' '}
      {protection !== undefined && protectionMeaning(protection)}
    </ListRow>
  )
}

function Enrolment({ state }: WalletApprover) {
  const isEnrolled = state === 'enrolled'
  return (
    <Badge tone={isEnrolled ? 'success' : 'warning'}>{isEnrolled ? t('Enrolled') : t('Unprotected')}</Badge>
  )
}

type OnChain = NonNullable<WalletDetails['onChain']>

const hasBackup = ({ backupAddress }: OnChain) => !sameAddress(backupAddress, ZERO_ADDRESS)

function Recoverable(onChain: OnChain) {
  if (onChain.pendingRecovery !== undefined)
    return <Badge tone="danger">{t('A new passkey is proposed')}</Badge>
  return hasBackup(onChain) ? (
    <Badge tone="success">{t('Backup address')}</Badge>
  ) : (
    <Badge tone="warning">{t('No backup address')}</Badge>
  )
}

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

type Allowance = NonNullable<Balances['allowances']>[number]
type Operator = NonNullable<Balances['operators']>[number]

/** A permission over a wallet's tokens, and the call that revokes it. */
type Grant = {
  key: string
  what: ReactNode
  badge?: ReactNode
  who: string
  since: string | undefined
  revoke: SendSearchParams
}

/** Whether a permission has no limit. */
const isRisky = ({ badge }: Grant): boolean => badge !== undefined

/** Permissions of a wallet, those without a limit first. Undefined while unknown. */
function listGrants({ allowances, operators }: Balances): Grant[] | undefined {
  if (allowances === undefined || operators === undefined) return undefined
  const grants = [...operators.map(grantOfOperator), ...allowances.map(grantOfAllowance)]
  return grants.toSorted((a, b) => Number(isRisky(b)) - Number(isRisky(a)))
}

/** Number of permissions on the loaded page, such as `7` or `200+`. */
const grantCountText = (grants: readonly Grant[], isCut: boolean) => `${grants.length}${isCut ? '+' : ''}`

/** Permissions over the wallet's tokens: each limit, its date, and how to revoke it. */
export function PermissionsCard({ address }: { address: string }): ReactElement {
  const balances = useLiveQuery(balancesQuery(address))
  const { operators = [], allowances = [] } = balances.data ?? {}
  const items = [...operators, ...allowances]
  const file = useItemsFile('approvals', items)
  return (
    <Card
      title={t('Approvals')}
      note={t('Who can transfer tokens of this wallet without asking again.')}
      actions={<ListMenu rows={items.length} files={file} />}
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
    what: t('All NFTs of {collection}', { collection: nameGrant(given) }),
    badge: <Badge tone="warning">{t('Whole collection')}</Badge>,
    who: operator,
    since,
    revoke: { kind: 'set-approval-for-all', token, operator, approved: 'false' },
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
  const revoke = { kind: 'erc20-approve', token, spender, amount: '0' }
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

function GrantRow({ address, grant }: { address: string; grant: Grant }) {
  const { what, badge, who, since, revoke } = grant
  return (
    <ListRow
      title={what}
      badge={badge}
      actions={
        <ButtonLink
          of={who}
          access={EXECUTE_ENDPOINTS.executeTransaction}
          silent
          to={paths.send.href(address, revoke)}
        >
          {t('Revoke')}
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

function nameGrant({ name, symbol }: Allowance | Operator): string {
  return tokenName(name || symbol || '') || t('Unnamed collection')
}
