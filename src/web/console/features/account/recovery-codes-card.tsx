import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { OWN_PASSKEY_ENDPOINTS } from '#protocol/console/own-passkey-endpoints.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card, SkeletonRows } from '#web/console/components/card.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ChangeButton, Notice } from '#web/console/components/notice.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { saveFile } from '#web/console/lib/export-items.ts'
import { recoveryCodesQuery } from '#web/console/lib/session.query.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'

/** Recovery codes for the loss of every passkey: how many are left, and a button for new ones. */
export function RecoveryCard(): ReactElement {
  const queryClient = useQueryClient()
  const left = useQuery(recoveryCodesQuery())
  const [codes, setCodes] = useState<string[] | null>(null)
  const make = async () => setCodes((await consoleApi.call(OWN_PASSKEY_ENDPOINTS.replaceRecoveryCodes)).codes)
  const close = () => {
    setCodes(null)
    void queryClient.invalidateQueries({ queryKey: recoveryCodesQuery().queryKey })
  }
  const hasCodes = left.data !== undefined && left.data.left > 0
  return (
    <Card
      title={t('Recovery codes')}
      note={t('Each lets you create a new passkey once, if you lose all others.')}
      actions={
        <ChangeButton tone={hasCodes ? 'secondary' : 'primary'} change={make}>
          {hasCodes ? t('Replace codes') : t('Create recovery codes')}
        </ChangeButton>
      }
    >
      <Loaded
        query={left}
        skeleton={<SkeletonRows rows={1} label={t('Loading your recovery codes')} />}
        isEmpty={(answer) => answer.left === 0}
        empty={
          <Notice tone="warning" title={t('You have no recovery codes')}>
            {t(
              'Without a passkey and without a code, only an owner or the server’s operator can let you in.',
            )}
          </Notice>
        }
      >
        {(answer) => (
          <p>
            <Rich
              text="{count, plural, one {# unused code} other {# unused codes}}, created {when}"
              parts={{ count: answer.left, when: <TimeAgo datetime={answer.createdAtDatetime ?? ''} /> }}
            />
          </p>
        )}
      </Loaded>
      {codes !== null && <CodesDialog codes={codes} onDone={close} />}
    </Card>
  )
}

function CodesDialog({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n')
  return (
    <SecretDialog
      title={t('Your recovery codes')}
      what={t('recovery codes')}
      secret={text}
      note={t(
        'Store them apart from your passkeys: printed, or in another password manager. Earlier codes no longer work.',
      )}
      onDone={onDone}
    >
      <Button
        className="self-start"
        onClick={() => saveFile('latchkey-recovery-codes.txt', 'text/plain', `${text}\n`)}
      >
        {t('Download')}
      </Button>
    </SecretDialog>
  )
}
