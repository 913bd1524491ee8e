import { useQuery } from '@tanstack/react-query'
import { ownIdentitySchema, type OwnIdentity } from '#protocol/members.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { Rich, TimeAgo } from '#web/console/components/values.tsx'
import { callRoute } from '#web/console/lib/api.ts'
import { goToProvider, identityQuery } from '#web/console/lib/identity.query.ts'
import { useChange } from '#web/console/lib/use-change.ts'
import { t } from '#web/ui/text.ts'

/** Signing in by the deployment's identity provider, where it has one. */
export function IdentityCard() {
  const { data } = useQuery(identityQuery())
  if (data === undefined || data.provider === null) return null
  return <Linked provider={data.provider} linked={data.linked} />
}

function Linked({ provider, linked }: OwnIdentity & { provider: string }) {
  const link = useChange(() => goToProvider('/api/account/identity'), identityQuery().queryKey)
  const unlink = useChange(
    () => callRoute('DELETE /api/account/identity', ownIdentitySchema),
    identityQuery().queryKey,
  )
  return (
    <Card
      title={t('Sign in with {provider}', { provider })}
      note={t('Signs you in on devices without your passkey. Changes still require the passkey.')}
      actions={
        linked === null ? (
          <Button tone="secondary" pending={link.isPending} onClick={() => link.mutate()}>
            {t('Link account')}
          </Button>
        ) : (
          <Button tone="secondary" pending={unlink.isPending} onClick={() => unlink.mutate()}>
            {t('Unlink account')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <ProblemPanel error={link.error ?? unlink.error} />
        <p>
          {linked === null ? (
            t('No account is linked.')
          ) : (
            <Rich
              text="{label}, linked {when}"
              parts={{ label: linked.label, when: <TimeAgo datetime={linked.sinceDatetime} /> }}
            />
          )}
        </p>
      </div>
    </Card>
  )
}
