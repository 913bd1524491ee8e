import { POLICY_ENDPOINTS, type Policy } from '#protocol/policies.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { DialogButton } from '#web/console/components/button.tsx'
import { ConfirmDialog, Dialog } from '#web/console/components/dialog.tsx'
import { ChangeButton } from '#web/console/components/notice.tsx'
import { DataTable } from '#web/console/components/table.tsx'
import { HexText } from '#web/console/components/values.tsx'
import { callEndpoint } from '#web/console/lib/api.ts'
import { t } from '#web/ui/text.ts'
import { PolicyForm } from './policy-form.tsx'
import { coinsOf, policiesQuery, policyName, ruleText, type Coin } from './policy-words.ts'

type PoliciesTableProps = { policies: readonly Policy[]; tokens: readonly Coin[] }

export function PoliciesTable({ policies, tokens }: PoliciesTableProps) {
  const coins = coinsOf(tokens)
  const name = (policy: Policy) => (
    <>
      <p className="font-medium [overflow-wrap:anywhere]">{policyName(policy)}</p>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">{ruleText(policy.rule, coins)}</p>
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
  const actions = (policy: Policy) => <PolicyActions policy={policy} tokens={tokens} />
  return (
    <DataTable
      label={t('Policies, oldest first')}
      items={policies}
      keyOf={({ id }) => id}
      isWhole
      columns={[
        { head: t('Policy'), cell: name },
        { head: t('Wallets'), from: 'md', cell: wallets, below: true },
        { head: t('Status'), from: 'sm', className: '', cell: status, below: true },
        { head: t('Actions'), kind: 'actions', cell: actions },
      ]}
    />
  )
}

function PolicyActions({ policy, tokens }: { policy: Policy; tokens: readonly Coin[] }) {
  const { enabled } = policy
  const route = 'PUT /api/org/policies/:policyId'
  const params = { policyId: policy.id }
  const list = policiesQuery().queryKey
  const turn = () =>
    callEndpoint('/api/org', POLICY_ENDPOINTS.updatePolicy, { params, body: { enabled: !enabled } })
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <DialogButton
        route={route}
        silent
        dialog={(close) => (
          <Dialog title={t('Edit the policy')} onClose={close} size="md">
            <PolicyForm policy={policy} tokens={tokens} onDone={close} />
          </Dialog>
        )}
      >
        {t('Edit')}
      </DialogButton>
      <ChangeButton route={route} silent change={turn} list={list}>
        {enabled ? t('Turn off') : t('Turn on')}
      </ChangeButton>
      <DialogButton
        route="DELETE /api/org/policies/:policyId"
        silent
        dialog={(close) => (
          <ConfirmDialog
            title={t('Delete this policy?')}
            action={t('Delete policy')}
            name={policyName(policy)}
            run={() => callEndpoint('/api/org', POLICY_ENDPOINTS.deletePolicy, { params })}
            list={list}
            onClose={close}
          >
            <p>{t('It refuses nothing any more. To stop for a while, turn it off instead.')}</p>
          </ConfirmDialog>
        )}
      >
        {t('Delete')}
      </DialogButton>
    </div>
  )
}
