import type { VNode } from 'preact'
import { t } from '#web/ui/text.ts'
import { KeyFacts } from './key-facts.tsx'
import { OtherKeys } from './other-keys.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { Pending, Problem } from './problem.tsx'
import { usePasskeySteps, type Candidate } from './use-passkey-steps.ts'

/**
 * The person's passkeys. Adding a passkey requires a session of an existing one, so that access to the mailbox is not
 * enough (ADR 0011).
 */
export function PasskeysCard(): VNode {
  const { passkeys, unread, read, approvalWallet, candidate, leave, ...steps } = usePasskeySteps()
  const { sentId, done, isBusy, problem } = steps
  return (
    <section class="card" aria-labelledby="passkeys">
      <h2 id="passkeys">{t('Approval passkeys')}</h2>
      <Pending value={passkeys} problem={unread} retry={read} />
      {passkeys?.map((passkey) => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          passkeys={passkeys}
          isSent={passkey.id === sentId}
          isBusy={isBusy}
          remove={(isOnChain) => steps.remove(passkey, isOnChain)}
          prove={(key) => steps.prove({ id: passkey.id, key })}
        />
      ))}
      <OtherKeys
        passkeys={passkeys}
        approvalWallet={approvalWallet}
        isBusy={isBusy}
        remove={steps.removeOther}
      />
      <p>
        {t(
          'To approve on another phone or with a security key as well, add a passkey for it here: your browser asks where to store it. Then open this page there and sign in.',
        )}
      </p>
      <p class="hint">
        {t('For wallets that are protected on the blockchain, only passkeys that sign there can approve.')}
      </p>
      <Problem problem={problem} />
      {candidate === undefined ? (
        <button type="button" disabled={isBusy} onClick={steps.add}>
          {isBusy ? t('Waiting for your device…') : t('Add a passkey')}
        </button>
      ) : (
        <JoinStep {...{ candidate, approvalWallet, isBusy, leave }} join={() => steps.join(candidate)} />
      )}
      <p class="hint" role="status">
        {done}
      </p>
    </section>
  )
}

type JoinProps = {
  candidate: Candidate
  approvalWallet: string | undefined
  isBusy: boolean
  join: () => void
  leave: () => void
}

/** Shows the call that another passkey signs, before the prompt. */
function JoinStep({ candidate, approvalWallet, isBusy, join, leave }: JoinProps) {
  return (
    <div class="notice caution" role="group" aria-labelledby="join-key">
      <h3 id="join-key">{t('Add a passkey to your approval wallet')}</h3>
      <p>
        {t(
          'It can then approve on the blockchain for every wallet that you protect. Sign this with a passkey that can already approve.',
        )}
      </p>
      <KeyFacts passkeyKey={candidate.key} approvalWallet={approvalWallet} />
      <div class="row">
        <button type="button" class="primary" disabled={isBusy} onClick={join}>
          {isBusy ? t('Waiting for your device…') : t('Sign')}
        </button>
        <button type="button" disabled={isBusy} onClick={leave}>
          {t('Not now')}
        </button>
      </div>
    </div>
  )
}
