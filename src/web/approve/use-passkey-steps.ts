import { useState } from 'preact/hooks'
import type { ApproverPasskey } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { saysChainIsAway } from '#protocol/chain-away.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { ApiError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { addPasskey, changeKey, proveKey, removePasskey } from './passkey-ceremony.ts'
import type { PasskeyKey } from './passkey-key.ts'
import { useAwaitedPasskeys, type AwaitedPasskeys } from './use-awaited-passkeys.ts'

/**
 * A passkey to be added to the approval wallet. The browser reported its key, or a signature proved it here.
 */
export type Candidate = { id: string; key: PasskeyKey }

/** The list of passkeys and the steps that change it. */
export type PasskeySteps = Pick<AwaitedPasskeys, 'passkeys' | 'unread' | 'read' | 'sentId'> & {
  /** Address of the approval wallet. Undefined if there is none. */
  approvalWallet: string | undefined
  candidate: Candidate | undefined
  leave: () => void
  /** Outcome of the last step. Empty before the first. */
  done: string
  isBusy: boolean
  problem: unknown
  add: () => void
  prove: (joining: Candidate) => void
  join: (joining: Candidate) => void
  remove: (passkey: ApproverPasskey, isOnChain: boolean) => void
  removeOther: (key: PasskeyKey) => void
}

export function usePasskeySteps(): PasskeySteps {
  const { setPasskeys, setSentId, setRemoving, ...list } = useAwaitedPasskeys()
  const [candidate, setCandidate] = useState<Candidate>()
  const [done, setDone] = useState('')
  const { isBusy, problem, run } = useStep()
  const start = (work: () => Promise<void>) => {
    setDone('')
    run(work)
  }
  const leave = () => setCandidate(undefined)
  const displayed = list.passkeys?.find(({ coSigner }) => coSigner !== undefined)?.coSigner
  const add = async () => {
    const { id, key } = await addPasskey()
    setDone(t('Added: it can sign in.'))
    const listed = await callApprover(APPROVER_ENDPOINTS.listPasskeys)
    setPasskeys(listed)
    const chainKey = listed.find((one) => one.id === id)?.chainKey
    // Before its deployment, an approval wallet has an address but no keys on the blockchain.
    const hasWallet = chainKey !== undefined || listed.some(({ coSigner }) => coSigner !== undefined)
    if (!hasWallet) setDone(t('Added: it can approve from now on.'))
    if (chainKey === 'no-key' && key !== undefined) setCandidate({ id, key })
  }
  const prove = async (joining: Candidate) => {
    await proveKey(joining)
    setCandidate(joining)
  }
  const join = async (joining: Candidate) => {
    setPasskeys(await changeKey({ change: 'add', ...joining, displayed }))
    leave()
    setSentId(joining.id)
  }
  const remove = async (work: () => Promise<ApproverPasskey[]>, said: string) => {
    leave()
    setPasskeys(await work())
    setRemoving(true)
    setDone(said)
  }
  return {
    ...list,
    approvalWallet: displayed,
    candidate,
    leave,
    done,
    isBusy,
    problem,
    add: () => start(add),
    prove: (joining) => start(() => prove(joining)),
    join: (joining) => start(() => join(joining)),
    remove: (passkey, isOnChain) =>
      start(() => remove(() => removeListed(passkey, isOnChain), removalText(passkey, isOnChain))),
    removeOther: (key) => start(() => remove(() => removeOther(key, displayed), sentText())),
  }
}

const removedText = () => t('Removed, and your other browsers are signed out. Delete it on its device too.')
const keyRemovedText = () =>
  t(
    'Removed, and your other browsers are signed out. It cannot sign in or decide here any more. It stays a key of your approval wallet until the blockchain confirms the removal. If its key is still displayed here later, remove the key too.',
  )
const sentText = () => t('Sent to the blockchain. The key is removed once that is confirmed.')

/** In the state `unknown`, the passkey may be a key of the approval wallet. */
function removalText({ chainKey }: ApproverPasskey, isOnChain: boolean): string {
  return isOnChain || chainKey === 'unknown' ? keyRemovedText() : removedText()
}

/** `isOnChain` means that another passkey signs for the approval wallet. */
async function removeListed(passkey: ApproverPasskey, isOnChain: boolean): Promise<ApproverPasskey[]> {
  const { id, publicKey, coSigner } = passkey
  if (!isOnChain || publicKey === undefined) return removePasskey(id)
  try {
    return await changeKey({ change: 'remove', id, key: publicKey, displayed: coSigner })
  } catch (error) {
    // The blockchain cannot be reached. Removes the passkey only here, so that a lost device can no longer decide.
    // Its key must be removed from the blockchain later.
    if (!isChainAway(error)) throw error
    return removePasskey(id)
  }
}

function isChainAway(error: unknown): boolean {
  return error instanceof ApiError && saysChainIsAway(error.code)
}

function removeOther(key: PasskeyKey, displayed: string | undefined): Promise<ApproverPasskey[]> {
  return changeKey({ change: 'remove', id: undefined, key, displayed })
}
