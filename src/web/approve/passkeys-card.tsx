import { useCallback, useEffect, useState } from 'preact/hooks'
import type { ApproverPasskey } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { callApprover } from './call-approver.ts'
import { KeyFacts } from './key-facts.tsx'
import { addPasskey, changeKey, proveKey, removePasskey } from './passkey-ceremony.ts'
import type { PasskeyKey } from './passkey-key.ts'
import { PasskeyRow } from './passkey-row.tsx'
import { Pending, Problem } from './problem.tsx'

/** Poll interval while an added passkey is awaited on the blockchain, in milliseconds. */
const AWAITED_MS = 3_000

/** A passkey that is to be a key of the approval wallet. The key is the browser's word or was proven here. */
type Candidate = { id: string; key: PasskeyKey }

/** A second passkey requires a session of the first: access to a mailbox alone adds no passkey (ADR 0011). */
export function PasskeysCard() {
  const { passkeys, unread, read, candidate, leave, sentId, done, isBusy, problem, ...steps } = useSteps()
  const approvalWallet = passkeys?.find(({ coSigner }) => coSigner !== undefined)?.coSigner
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
          prove={(key) => steps.prove(passkey.id, key)}
        />
      ))}
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

/** The list and the steps that change it. */
function useSteps() {
  const { passkeys, setPasskeys, unread, read } = usePasskeys()
  const [candidate, setCandidate] = useState<Candidate>()
  const [sentId, setSentId] = useState<string>()
  const [done, setDone] = useState('')
  const { isBusy, problem, run } = useStep()
  useAwaited(passkeys, sentId, read)
  const start = (work: () => Promise<void>) => {
    setDone('')
    run(work)
  }
  const leave = () => setCandidate(undefined)
  const add = async () => {
    const { id, key } = await addPasskey()
    setDone(t('Added: it can sign in.'))
    const listed = await callApprover(APPROVER_ENDPOINTS.listPasskeys)
    setPasskeys(listed)
    const chainKey = listed.find((one) => one.id === id)?.chainKey
    if (chainKey === undefined) setDone(t('Added: it can approve from now on.'))
    if (chainKey === 'no-key' && key !== undefined) setCandidate({ id, key })
  }
  const prove = async (id: string, key: PasskeyKey) => {
    await proveKey(id, key)
    setCandidate({ id, key })
  }
  const join = async (joining: Candidate) => {
    setPasskeys(await changeKey({ change: 'add', ...joining }))
    leave()
    setSentId(joining.id)
  }
  const remove = async ({ id, publicKey }: ApproverPasskey, isOnChain: boolean) => {
    leave()
    const left =
      isOnChain && publicKey !== undefined
        ? await changeKey({ change: 'remove', id, key: publicKey })
        : await removePasskey(id)
    setPasskeys(left)
    setDone(t('Removed, and your other browsers are signed out. Delete it on its device too.'))
  }
  return {
    passkeys,
    unread,
    read,
    candidate,
    leave,
    sentId,
    done,
    isBusy,
    problem,
    add: () => start(add),
    prove: (id: string, key: PasskeyKey) => start(() => prove(id, key)),
    join: (joining: Candidate) => start(() => join(joining)),
    remove: (passkey: ApproverPasskey, isOnChain: boolean) => start(() => remove(passkey, isOnChain)),
  }
}

function usePasskeys() {
  const [passkeys, setPasskeys] = useState<readonly ApproverPasskey[]>()
  const [unread, setUnread] = useState<unknown>()
  const read = useCallback(() => {
    setUnread(undefined)
    callApprover(APPROVER_ENDPOINTS.listPasskeys).then(setPasskeys, setUnread)
  }, [])
  useEffect(read, [read])
  return { passkeys, setPasskeys, unread, read }
}

/** Reads again until the blockchain has the passkey that was sent to it. */
function useAwaited(
  passkeys: readonly ApproverPasskey[] | undefined,
  sentId: string | undefined,
  read: () => void,
): void {
  useEffect(() => {
    const sent = passkeys?.find(({ id }) => id === sentId)
    if (sent === undefined || sent.chainKey === 'key') return
    const timer = setTimeout(read, AWAITED_MS)
    return () => clearTimeout(timer)
  }, [passkeys, sentId, read])
}

type JoinProps = {
  candidate: Candidate
  approvalWallet: string | undefined
  isBusy: boolean
  join: () => void
  leave: () => void
}

/** The call that another passkey signs, before the prompt. */
function JoinStep({ candidate, approvalWallet, isBusy, join, leave }: JoinProps) {
  return (
    <div class="notice caution" role="group" aria-labelledby="join-key">
      <h3 id="join-key">{t('Add a passkey to your approval wallet')}</h3>
      <p>
        {t(
          'It can then approve on the blockchain for every wallet that you protect. Sign this with a passkey that can approve already.',
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
