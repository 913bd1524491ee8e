import { useQueryClient } from '@tanstack/react-query'
import { Page } from '#web/console/components/page.tsx'
import { useSession, SIGNED_OUT, sessionQuery } from '#web/console/lib/session.query.ts'
import { IdentityCard } from '#web/console/features/account/identity-card.tsx'
import { NameCard } from '#web/console/features/account/name-card.tsx'
import { PasskeysCard } from '#web/console/features/account/passkeys-card.tsx'
import { RecoveryCard } from '#web/console/features/account/recovery-card.tsx'
import { SessionsCard } from '#web/console/features/account/sessions-card.tsx'
import { t } from '#web/ui/text.ts'

/** The person's own settings, not an organization's. */
export function AccountPage() {
  const queryClient = useQueryClient()
  const session = useSession()
  const leave = () => queryClient.setQueryData(sessionQuery().queryKey, SIGNED_OUT)
  return (
    <Page
      title={t('Your account')}
      purpose={t('Your passkeys and sessions, in every organization you belong to.')}
    >
      <div className="flex flex-col gap-6">
        <NameCard name={session.admin.name} />
        <PasskeysCard />
        <RecoveryCard />
        <IdentityCard />
        <SessionsCard onSignedOut={leave} />
      </div>
    </Page>
  )
}
