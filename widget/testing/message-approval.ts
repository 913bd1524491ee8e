type Approvals = {
  messageStatuses?: string[]
  coSignature?: string
  nowMs: () => number
  openMs: number
}

/**
 * The approval of a message. Each poll returns the next of `messageStatuses`. `NOT_HELD` means that no
 * approval is needed.
 */
export function messageApproval({
  messageStatuses: statuses = [],
  coSignature,
  nowMs,
  openMs,
}: Approvals):
  | { status: string }
  | { expiresAtDatetime: string; coSignature?: string; messageUuid: string; status: string; number: number } {
  const [status = 'APPROVED'] = statuses
  if (statuses.length > 1) statuses.shift()
  if (status === 'NOT_HELD') return { status: 'APPROVED' }
  return {
    messageUuid: '0b5b3c0e-7a55-4a3e-9c52-0d5b4b0a9a99',
    status,
    number: 42,
    ...(status === 'APPROVED' && coSignature !== undefined && { coSignature }),
    expiresAtDatetime: new Date(nowMs() + openMs).toISOString(),
  }
}
