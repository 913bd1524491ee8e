import { useMutation } from '@tanstack/react-query'
import { harmlessText } from '#protocol/display/text.ts'
import { Button } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import type { SignedInSession } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'
import { acceptInvitation } from './enrol.ts'

const NAME_LENGTH_MAX = 100

/** For somebody who has a passkey here and is signed in. */
export function AcceptInvitation({ token, session }: { token: string; session: SignedInSession }) {
  const accept = useMutation({ mutationFn: () => acceptInvitation(token) })
  return (
    <div className="flex flex-col gap-4">
      <ProblemPanel error={accept.error} />
      <Button
        tone="primary"
        size="md"
        icon="passkey"
        pending={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate()}
      >
        {t('Join as {name}', { name: harmlessText(session.admin.name, NAME_LENGTH_MAX).text })}
      </Button>
    </div>
  )
}
