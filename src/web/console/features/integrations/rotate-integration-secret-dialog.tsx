import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { INTEGRATION_GRACES_SECONDS, type Integration } from '#protocol/org/console-api.ts'
import { GraceDialog } from '#web/console/components/grace-dialog.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { displayLabel } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import {
  type CreatedIntegration,
  integrationsQuery,
  rotateIntegrationSecret,
} from './integration-requests.ts'

type Grace = (typeof INTEGRATION_GRACES_SECONDS)[number]
const DAY: Grace = 86_400
const graceWords = (): Record<Grace, string> => ({
  0: t('None (revoke now)'),
  3_600: t('One hour'),
  86_400: t('One day'),
  604_800: t('One week'),
})

type RotateProps = { integration: Integration; onClose: () => void }

/** Replaces a secret: first the old one's grace period, then the new one, shown once. */
export function RotateIntegrationSecret({ integration, onClose }: RotateProps) {
  const queryClient = useQueryClient()
  const [rotated, setRotated] = useState<CreatedIntegration | null>(null)
  if (rotated === null) {
    return (
      <GraceDialog
        title={t('Rotate the secret of “{label}”', { label: displayLabel(integration.label) })}
        purpose={t('Your backend gets a new secret. Both open widget sessions until the grace period ends.')}
        hint={t('Long enough to replace it in every backend of yours.')}
        action={t('Rotate secret')}
        graces={INTEGRATION_GRACES_SECONDS.map((seconds) => ({ seconds, label: graceWords()[seconds] }))}
        initialSeconds={DAY}
        warnings={(graceSeconds) => <Warnings integration={integration} grace={graceSeconds} />}
        send={(graceSeconds, key) => rotateIntegrationSecret(integration.id, graceSeconds, key)}
        onRotated={setRotated}
        onClose={onClose}
      />
    )
  }
  // The list is refetched only now: nothing may remove the secret from the screen.
  const leave = async () => {
    await queryClient.invalidateQueries({ queryKey: integrationsQuery().queryKey })
    onClose()
  }
  const until = rotated.previousSecret?.untilDatetime
  return (
    <SecretDialog
      title={t('The new secret of “{label}”', { label: displayLabel(integration.label) })}
      what={t('integration secret')}
      secret={rotated.secret}
      onDone={() => void leave()}
    >
      <p className="text-sm text-muted">
        {until === undefined
          ? t('The old secret no longer works. Give your backend this one now.')
          : t('The old secret works until {time}. Give your backend this one before then.', {
              time: formatAbsolute(until),
            })}
      </p>
    </SecretDialog>
  )
}

function Warnings({ integration: { previousSecret }, grace }: { integration: Integration; grace: number }) {
  return (
    <>
      {grace === 0 && (
        <Notice tone="warning">
          {t('For a secret that has leaked. The widget does not work until your backend has the new one.')}
        </Notice>
      )}
      {previousSecret !== null && (
        <Notice tone="warning" title={t('Rotation in progress')}>
          <Rich
            text="The previous secret ends {when}. Rotating again ends it immediately."
            parts={{ when: <TimeAgo datetime={previousSecret.untilDatetime} /> }}
          />
        </Notice>
      )}
    </>
  )
}
