import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recoveryCodesSchema } from '#protocol/members.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Notice, ProblemPanel } from '#web/console/components/notice.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { Rich, TimeAgo } from '#web/console/components/values.tsx'
import { callRoute } from '#web/console/lib/api.ts'
import { recoveryCodesQuery } from '#web/console/lib/recovery-codes.query.ts'
import { saveFile } from '#web/console/lib/save-file.ts'
import { useChange } from '#web/console/lib/use-change.ts'
import { t } from '#web/ui/text.ts'

/** Codes for the day when every passkey of this person is lost: how many are left, and new ones. */
export function RecoveryCard() {
  const queryClient = useQueryClient()
  const left = useQuery(recoveryCodesQuery())
  const [codes, setCodes] = useState<string[] | null>(null)
  const make = useChange(async () =>
    setCodes((await callRoute('POST /api/account/recovery-codes', recoveryCodesSchema, { body: {} })).codes),
  )
  const close = () => {
    setCodes(null)
    void queryClient.invalidateQueries({ queryKey: recoveryCodesQuery().queryKey })
  }
  const hasCodes = left.data !== undefined && left.data.left > 0
  return (
    <Card
      title={t('Recovery codes')}
      note={t('Each makes a new passkey for you, once, when you have lost all others.')}
      actions={
        <Button
          tone={hasCodes ? 'secondary' : 'primary'}
          pending={make.isPending}
          onClick={() => make.mutate()}
        >
          {hasCodes ? t('Replace codes') : t('Make recovery codes')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <ProblemPanel error={make.error} />
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
                text="{count, plural, one {# unused code} other {# unused codes}}, made {when}"
                parts={{ count: answer.left, when: <TimeAgo datetime={answer.createdAtDatetime ?? ''} /> }}
              />
            </p>
          )}
        </Loaded>
      </div>
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
        'Keep them where you keep no passkey: printed, or in another password manager. Earlier codes have ended.',
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
