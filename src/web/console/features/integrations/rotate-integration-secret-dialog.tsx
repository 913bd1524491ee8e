import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LABEL_LENGTH_MAX } from '#protocol/baas/limits.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { INTEGRATION_GRACES_SECONDS, type Integration } from '#protocol/org/console-api.ts'
import { DialogActions, Dialog } from '#web/console/components/dialog.tsx'
import { SelectField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { t } from '#web/ui/text.ts'
import { useRequestKey } from '#web/console/lib/use-submit.ts'
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

/** Replaces a secret: first for how long the old one goes on, then the new one, shown once. */
export function RotateIntegrationSecret({ integration, onClose }: RotateProps) {
  const queryClient = useQueryClient()
  const [rotated, setRotated] = useState<CreatedIntegration | null>(null)
  if (rotated === null)
    return <GraceDialog integration={integration} onClose={onClose} onRotated={setRotated} />
  // The list is read again only now: nothing may take the secret from the screen.
  const leave = async () => {
    await queryClient.invalidateQueries({ queryKey: integrationsQuery().queryKey })
    onClose()
  }
  const until = rotated.previousSecret?.untilDatetime
  return (
    <SecretDialog
      title={t('The new secret of “{label}”', { label: shownLabel(integration) })}
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

function GraceDialog({
  integration,
  onClose,
  onRotated,
}: RotateProps & { onRotated: (rotated: CreatedIntegration) => void }) {
  const [grace, setGrace] = useState<Grace>(DAY)
  const keyOf = useRequestKey()
  const rotate = useMutation({
    mutationFn: () => rotateIntegrationSecret(integration.id, grace, keyOf(grace)),
    onSuccess: onRotated,
    gcTime: 0,
  })
  return (
    <Dialog
      title={t('Rotate the secret of “{label}”', { label: shownLabel(integration) })}
      purpose={t('Your backend gets a new secret. Both open widget sessions until the grace period ends.')}
      onClose={onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!rotate.isPending) rotate.mutate()
        }}
      >
        <SelectField
          label={t('Grace period')}
          hint={t('Long enough to replace it in every backend of yours.')}
          value={String(grace)}
          onChange={({ target }) =>
            setGrace(INTEGRATION_GRACES_SECONDS.find((seconds) => String(seconds) === target.value) ?? DAY)
          }
          autoFocus
        >
          {INTEGRATION_GRACES_SECONDS.map((seconds) => (
            <option key={seconds} value={seconds}>
              {graceWords()[seconds]}
            </option>
          ))}
        </SelectField>
        <Warnings integration={integration} grace={grace} />
        <ProblemPanel error={rotate.error} />
        <DialogActions action={t('Rotate secret')} pending={rotate.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

function Warnings({ integration: { previousSecret }, grace }: { integration: Integration; grace: Grace }) {
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

function shownLabel({ label }: Integration): string {
  return harmlessText(label, LABEL_LENGTH_MAX).text
}
