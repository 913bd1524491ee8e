import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { APPROVAL_ENDPOINTS } from '#protocol/approval-endpoints.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { Button, ButtonLink, TextLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { Page } from '#web/console/components/page.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { callTitle, useCallContext } from '#web/console/lib/calls.ts'
import { displayName, formatNumber, walletName } from '#web/console/lib/display.ts'
import { useLiveQuery, useRefetchInterval } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { approvalsText, useMembers } from './approver-list.tsx'
import { DecideButton } from './decide-button.tsx'
import { TimeLeft, type ShownTransaction } from './organization-transactions.tsx'
import { approvalCountsQuery, approvalsQuery } from './waiting-approvals.ts'

/** Transactions that people of the organization decide: first those that wait for the signed-in person. */
export function ApprovalQueuePage(): ReactElement {
  const counts = useLiveQuery(approvalCountsQuery())
  const skeleton = (
    <Card flush>
      <SkeletonRows rows={3} label={t('Loading the queue')} />
    </Card>
  )
  return (
    <Page title={t('Approval queue')}>
      <Loaded query={counts} skeleton={skeleton}>
        {({ requester, others }) =>
          requester + others === 0 ? (
            <NothingPending />
          ) : (
            <div className="flex flex-col gap-6">
              {requester > 0 && <Queue waitingFor="requester" count={requester} />}
              {others > 0 && <Queue waitingFor="others" count={others} />}
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}

function NothingPending() {
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
}

type QueueProps = { waitingFor: 'requester' | 'others'; count: number }

/** One of the two lists, with the number of all of its transactions and a button for older ones. */
function Queue({ waitingFor, count }: QueueProps) {
  const list = useInfiniteQuery({ ...approvalsQuery(waitingFor), refetchInterval: useRefetchInterval() })
  const { isLoading } = useCallContext()
  const isMine = waitingFor === 'requester'
  const all = { count: formatNumber(count) }
  const title = isMine ? t('Waiting for you ({count})', all) : t('Waiting for others ({count})', all)
  const skeleton = <SkeletonRows rows={3} label={t('Loading the queue')} />
  return (
    <Card flush title={title}>
      <Loaded query={list} skeleton={skeleton}>
        {({ pages }) =>
          // Without the tokens, the rows would briefly show base units.
          isLoading ? (
            skeleton
          ) : (
            <ul className="divide-y divide-line">
              {pages.flatMap(({ transactions, receivedAtMs }) =>
                transactions.map((transaction) => (
                  <ApprovalRow key={transaction.transactionUuid} {...{ transaction, receivedAtMs, isMine }} />
                )),
              )}
            </ul>
          )
        }
      </Loaded>
      {list.hasNextPage && (
        <div className="border-t border-line px-4 py-3">
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Show older')}
          </Button>
        </div>
      )}
    </Card>
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
        <DecideButton transactionUuid={transactionUuid} />
      ) : (
        <Remind transactionUuid={transactionUuid} />
      )}
    </li>
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
