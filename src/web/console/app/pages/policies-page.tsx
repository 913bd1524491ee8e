import { useQuery } from '@tanstack/react-query'
import { DialogButton } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { PoliciesTable } from '#web/console/features/policies/policies-table.tsx'
import { PolicyDialog } from '#web/console/features/policies/policy-form.tsx'
import { policiesQuery } from '#web/console/features/policies/policy-words.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { t } from '#web/ui/text.ts'

export function PoliciesPage() {
  const policies = useQuery(policiesQuery())
  return (
    <Page
      title={t('Policies')}
      purpose={t(
        'They refuse transactions before anything is held or sent, and never replace the end-user’s approval.',
      )}
      actions={
        !isLacking(policies.error) && (
          <DialogButton
            route="POST /api/org/policies"
            tone="add"
            dialog={(close) => <PolicyDialog onClose={close} />}
          >
            {t('New policy')}
          </DialogButton>
        )
      }
    >
      <Card flush>
        <Loaded
          query={policies}
          skeleton={<SkeletonRows rows={3} label={t('Loading the policies')} />}
          empty={
            <EmptyState icon="lock" title={t('No policies')}>
              {t(
                'Every transaction that is signed correctly is accepted. Limit amounts or recipients with a policy.',
              )}
            </EmptyState>
          }
        >
          {(list) => <PoliciesTable policies={list} />}
        </Loaded>
      </Card>
    </Page>
  )
}
