import { useCallback, useEffect, useState } from 'preact/hooks'
import type { ApproverPasskey } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { Rich } from '#web/ui/rich.tsx'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { callApprover } from './call-approver.ts'
import { enrol, removePasskey } from './passkey-ceremony.ts'
import { Pending, Problem } from './problem.tsx'
import { Moment } from './times.tsx'

/** A second passkey requires a session of the first: access to a mailbox alone adds no passkey (ADR 0011). */
export function PasskeysCard() {
  const [passkeys, setPasskeys] = useState<readonly ApproverPasskey[]>()
  const [unread, setUnread] = useState<unknown>()
  const [done, setDone] = useState('')
  const { isBusy, problem, run } = useStep()
  const read = useCallback(() => {
    setUnread(undefined)
    callApprover(APPROVER_ENDPOINTS.listPasskeys).then(setPasskeys, setUnread)
  }, [])
  useEffect(read, [read])
  const add = async () => {
    setDone('')
    await enrol(undefined)
    setDone(t('Added: it can approve from now on.'))
    read()
  }
  const remove = async (id: string) => {
    setDone('')
    setPasskeys(await removePasskey(id))
    setDone(t('Removed, and your other browsers are signed out. Delete it on its device too.'))
  }
  return (
    <section class="card" aria-labelledby="passkeys">
      <h2 id="passkeys">{t('Approval passkeys')}</h2>
      <Pending value={passkeys} problem={unread} retry={read} />
      {passkeys?.map((passkey) => (
        <div key={passkey.id} class="row">
          <Facts passkey={passkey} />
          {passkeys.length > 1 && (
            <button
              type="button"
              class="quiet danger"
              disabled={isBusy}
              onClick={() => run(() => remove(passkey.id))}
            >
              {t('Remove')}
            </button>
          )}
        </div>
      ))}
      <p>
        {t(
          'To approve on another phone or with a security key too, add a passkey for it here: your browser asks where to keep it. Then open this page there and sign in.',
        )}
      </p>
      <Problem problem={problem} />
      <button type="button" disabled={isBusy} onClick={() => run(add)}>
        {isBusy ? t('Waiting for your device…') : t('Add a passkey')}
      </button>
      <p class="hint" role="status">
        {done}
      </p>
    </section>
  )
}

function Facts({ passkey }: { passkey: ApproverPasskey }) {
  return (
    <span>
      <Rich text="Added {added}" parts={{ added: <Moment at={passkey.createdAtDatetime} /> }} />{' '}
      <span class="badge">{passkey.synced ? t('Synced') : t('On one device')}</span>
      <small>
        <Rich text="Last used {used}" parts={{ used: <Moment at={passkey.lastUsedAtDatetime} /> }} />
      </small>
    </span>
  )
}
