import { useCallback, useEffect, useState } from 'preact/hooks'
import type { ApproverPasskey } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { callApprover } from '#web/ui/call-approver.ts'

/** Poll interval while a change of the keys is pending on the blockchain, in milliseconds. */
const AWAITED_MS = 3_000

export type AwaitedPasskeys = {
  passkeys: readonly ApproverPasskey[] | undefined
  setPasskeys: (passkeys: readonly ApproverPasskey[]) => void
  /** Reason why the passkeys could not be read. */
  unread: unknown
  read: () => void
  sentId: string | undefined
  setSentId: (id: string) => void
  setRemoving: (isRemoving: boolean) => void
}

/**
 * The person's passkeys, polled until the blockchain shows the change that was signed on this page. `sentId` is the
 * passkey whose change was sent last.
 */
export function useAwaitedPasskeys(): AwaitedPasskeys {
  const [passkeys, setPasskeys] = useState<readonly ApproverPasskey[]>()
  const [unread, setUnread] = useState<unknown>()
  const [sentId, setSentId] = useState<string>()
  const [isRemoving, setRemoving] = useState(false)
  const read = useCallback(() => {
    setUnread(undefined)
    callApprover(APPROVER_ENDPOINTS.listPasskeys).then(setPasskeys, setUnread)
  }, [])
  useEffect(read, [read])
  const sent = passkeys?.find(({ id }) => id === sentId)
  const isAdding = sent !== undefined && sent.chainKey !== 'key'
  const isLeft = passkeys?.some(({ otherKeys }) => otherKeys !== undefined) === true
  const isAwaited = isAdding || (isRemoving && isLeft)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(read, AWAITED_MS)
    return () => clearTimeout(timer)
  }, [passkeys, isAwaited, read])
  return { passkeys, setPasskeys, unread, read, sentId, setSentId, setRemoving }
}
