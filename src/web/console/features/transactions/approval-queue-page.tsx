import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { APPROVAL_ENDPOINTS } from '#protocol/organization-transactions.ts'
import { Button, ButtonLink, TextLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { Page } from '#web/console/components/page.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { callTitle, configQuery, useCallContext } from '#web/console/lib/calls.ts'
import { displayName, walletName } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'
import { approvalsText, useMembers } from './approver-list.tsx'
import {
  organizationTransactionsQuery,
  TimeLeft,
  type ListedTransactions,
  type ShownTransaction,
} from './organization-transactions.tsx'
import { sortApprovals } from './waiting-approvals.ts'

/** Transactions that people of the organization decide: first those that wait for the signed-in person. */
export function ApprovalQueuePage(): ReactElement {
  const waiting = useLiveQuery(organizationTransactionsQuery({ status: 'PENDING_USER_APPROVAL' }))
  const { isLoading } = useCallContext()
  const skeleton = <SkeletonRows rows={3} label={t('Loading the queue')} />
  return (
    <Page title={t('Approval queue')}>
      <Loaded query={waiting} skeleton={<Card flush>{skeleton}</Card>}>
        {/* Without the tokens, the rows would briefly show base units. */}
        {(listed) => (isLoading ? <Card flush>{skeleton}</Card> : <Queue listed={listed} />)}
      </Loaded>
    </Page>
  )
}

function Queue({ listed }: { listed: ListedTransactions }) {
  const { admin } = useSession()
  const { mine, others } = sortApprovals(listed.transactions, admin.id)
  if (mine.length + others.length === 0)
    return (
      <Card flush>
        <EmptyState
          icon="lock"
          title={t('No pending approvals')}
          action={<ButtonLink to={paths.policies.href()}>{t('Policies')}</ButtonLink>}
        >
          {t('Transactions that a policy holds for people of your organization appear here.')}
        </EmptyState>
      </Card>
    )
  return (
    <div className="flex flex-col gap-6">
      {mine.length > 0 && (
        <Card flush title={t('Waiting for you')}>
          <Rows transactions={mine} receivedAtMs={listed.receivedAtMs} isMine />
        </Card>
      )}
      {others.length > 0 && (
        <Card flush title={t('Waiting for others')}>
          <Rows transactions={others} receivedAtMs={listed.receivedAtMs} />
        </Card>
      )}
    </div>
  )
}

type RowsProps = { transactions: readonly ShownTransaction[]; receivedAtMs: number; isMine?: boolean }

function Rows({ transactions, receivedAtMs, isMine = false }: RowsProps) {
  return (
    <ul className="divide-y divide-line">
      {transactions.map((transaction) => (
        <ApprovalRow key={transaction.transactionUuid} {...{ transaction, receivedAtMs, isMine }} />
      ))}
    </ul>
  )
}

type ApprovalRowProps = { transaction: ShownTransaction; receivedAtMs: number; isMine: boolean }

function ApprovalRow({ transaction, receivedAtMs, isMine }: ApprovalRowProps) {
  const { transactionUuid, secondsLeft, requestedBy } = transaction
  const { chainId = 0, tokens } = useCallContext()
  const members = useMembers()
  const title = callTitle(describeCallOrNull({ ...transaction, chainId, tokens }))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <TextLink to={paths.transaction.href(transactionUuid)} className="font-medium">
          {title}
        </TextLink>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {requestedBy === undefined
            ? walletName({ label: transaction.walletLabel })
            : t('{wallet} · requested by {name}', {
                wallet: walletName({ label: transaction.walletLabel }),
                name: displayName(requestedBy.name),
              })}
        </p>
        <p className="text-sm [overflow-wrap:anywhere]">{approvalsText(transaction, members)}</p>
      </div>
      {secondsLeft !== undefined && (
        <TimeLeft secondsLeft={secondsLeft} receivedAtMs={receivedAtMs} className="text-sm text-muted" />
      )}
      {isMine ? (
        <OpenInApp transactionUuid={transactionUuid} />
      ) : (
        <Remind transactionUuid={transactionUuid} />
      )}
    </li>
  )
}

/** Link to the approval app, the only place where the approval passkey works. */
function OpenInApp({ transactionUuid }: { transactionUuid: string }) {
  const approvalUrl = useQuery(secondary('network', configQuery())).data?.approvalUrl ?? ''
  if (approvalUrl === '') return null
  return (
    <a
      href={`${approvalUrl}#transaction=${transactionUuid}`}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-accent-text hover:underline"
    >
      {t('Decide in the approval app')}
    </a>
  )
}

function Remind({ transactionUuid }: { transactionUuid: string }) {
  const queryClient = useQueryClient()
  const remind = useMutation({
    mutationFn: () => orgApi.call(APPROVAL_ENDPOINTS.notifyApprover, { params: { transactionUuid } }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: ['transactions', 'timeline', transactionUuid] }),
  })
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {remind.isSuccess && t('Reminder sent.')}
      </p>
      <Button
        access={APPROVAL_ENDPOINTS.notifyApprover}
        silent
        icon="send"
        pending={remind.isPending}
        onClick={() => remind.mutate()}
      >
        {t('Remind')}
      </Button>
      <ProblemPanel error={remind.error} className="w-full" />
    </>
  )
}
