import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { countRequired, listAbleApprovers, POLICY_ENDPOINTS, type Policy } from '#protocol/policies.ts'
import { Badge, StateBadge } from '#web/console/components/badge.tsx'
import { DialogButton } from '#web/console/components/button.tsx'
import { Card, EmptyState, Skeleton, SkeletonRows } from '#web/console/components/card.tsx'
import { AskButton, ConfirmDialog } from '#web/console/components/dialog.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page } from '#web/console/components/page.tsx'
import { actionsColumn, DataTable } from '#web/console/components/table.tsx'
import { Together } from '#web/console/components/together.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { useCallContext } from '#web/console/lib/calls.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { formatNumber } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { membersQuery } from '#web/console/lib/members.query.ts'
import {
  policiesQuery,
  listCoins,
  noLongerStopped,
  policyName,
  ruleText,
} from '#web/console/lib/policy-words.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { PolicyDialog } from './policy-form.tsx'
import { PolicySignerCard } from './policy-signer-card.tsx'

export function PoliciesPage(): ReactElement {
  const policies = useLiveQuery(policiesQuery())
  return (
    <Page
      title={t('Policies')}
      purpose={policiesPurpose(policies.data ?? [])}
      actions={
        !isLacking(policies.error) && (
          <DialogButton
            access={POLICY_ENDPOINTS.createPolicy}
            tone="add"
            linkedAs="newPolicy"
            dialog={(close) => <PolicyDialog onClose={close} />}
          >
            {t('New policy')}
          </DialogButton>
        )
      }
    >
      <Together>
        <Card flush>
          <Loaded
            query={policies}
            skeleton={<SkeletonRows rows={3} label={t('Loading the policies')} />}
            empty={
              <EmptyState icon="lock" title={t('No policies')}>
                {t('No policy blocks or holds a transaction. Limit amounts or recipients with a policy.')}
              </EmptyState>
            }
          >
            {(list) => <PoliciesTable policies={list} />}
          </Loaded>
        </Card>
        {!isLacking(policies.error) && <PolicySignerCard />}
      </Together>
    </Page>
  )
}

/** Summarizes the effect of the policies. A policy that is off has no effect. */
function policiesPurpose(policies: readonly Policy[]): string {
  const areAllOff = policies.length > 0 && policies.every(({ enabled }) => !enabled)
  return areAllOff
    ? t('All policies are off: none blocks or holds a transaction.')
    : t('Block transactions or require approval. Policies apply before anything is sent.')
}

export function PoliciesTable({ policies }: { policies: readonly Policy[] }): ReactElement {
  const { chainId, tokens, isLoading } = useCallContext()
  const coins = listCoins(tokens, chainId)
  const members = useQuery(secondary('members', membersQuery())).data ?? []
  const name = (policy: Policy) => (
    <>
      <p className="font-medium [overflow-wrap:anywhere]">{policyName(policy)}</p>
      <div className="text-sm text-muted [overflow-wrap:anywhere]">
        {isLoading ? <Skeleton className="my-0.5 h-4 w-48" /> : ruleText(policy.rule, coins, members)}
      </div>
      <EnrolledApprovers {...policy} />
    </>
  )
  const wallets = ({ walletAddress }: Policy) =>
    walletAddress === null ? (
      t('All wallets')
    ) : (
      <HexText value={walletAddress} what={t('wallet address')} short />
    )
  const status = ({ enabled }: Policy) => (
    <StateBadge tone={enabled ? 'success' : 'neutral'} label={enabled ? t('On') : t('Off')} />
  )
  return (
    <DataTable
      name="policies"
      label={t('Policies, oldest first')}
      items={policies}
      getKey={({ id }) => id}
      isWhole
      columns={{
        policy: { head: t('Policy'), cell: name },
        wallets: { head: t('Wallets'), from: 'md', cell: wallets, below: true },
        status: { head: t('Status'), from: 'sm', className: '', cell: status, below: true },
        actions: actionsColumn((policy: Policy) => <PolicyActions policy={policy} />),
      }}
    />
  )
}

/**
 * Administrators who can approve now. Transactions that need an approval are refused while there are too few of them.
 */
function EnrolledApprovers({ rule, enrolled = [] }: Policy) {
  if (rule.kind !== 'approval') return null
  const count = enrolled.length
  const required = countRequired(rule)
  const able = listAbleApprovers(rule).length
  if (able < required)
    return (
      <Badge tone="danger">
        {t('Needs {required} of {able}: nobody can approve', {
          required: formatNumber(required),
          able: formatNumber(able),
        })}
      </Badge>
    )
  const isTooFew = count < required
  const ready = { count: formatNumber(count), all: formatNumber(able) }
  return isTooFew ? (
    <Badge tone="warning">
      {t(
        '{required, plural, one {Blocked until an approver has enrolled} other {Blocked until # approvers have enrolled}}',
        { required },
      )}
    </Badge>
  ) : (
    <p className="text-sm text-muted">{t('Approvers enrolled: {count} of {all}', ready)}</p>
  )
}

function PolicyActions({ policy }: { policy: Policy }) {
  const { enabled } = policy
  const access = POLICY_ENDPOINTS.updatePolicy
  const params = { policyId: policy.id }
  const list = policiesQuery().queryKey
  const turn = () => orgApi.call(POLICY_ENDPOINTS.updatePolicy, { params, body: { enabled: !enabled } })
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <DialogButton
        access={access}
        silent
        dialog={(close) => <PolicyDialog policy={policy} onClose={close} />}
      >
        {t('Edit')}
      </DialogButton>
      <AskButton
        access={access}
        silent
        change={turn}
        list={list}
        question={enabled ? turnOffQuestion(policy) : undefined}
      >
        {enabled ? t('Turn off') : t('Turn on')}
      </AskButton>
      <DialogButton
        access={POLICY_ENDPOINTS.deletePolicy}
        silent
        dialog={(close) => (
          <ConfirmDialog
            title={t('Delete this policy?')}
            action={t('Delete policy')}
            name={policyName(policy)}
            run={() => orgApi.call(POLICY_ENDPOINTS.deletePolicy, { params })}
            list={list}
            onClose={close}
          >
            <p>{t('It no longer blocks or holds transactions. To pause it, turn it off instead.')}</p>
          </ConfirmDialog>
        )}
      >
        {t('Delete')}
      </DialogButton>
    </div>
  )
}

function turnOffQuestion({ rule }: Policy) {
  return {
    title: t('Turn off this policy?'),
    purpose: noLongerStopped(rule),
    action: t('Turn off'),
  }
}
