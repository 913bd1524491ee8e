import type { ExecuteRequest } from '#protocol/execute-transaction.ts'
import { object, orUndefined, text } from '#widget/checks.ts'

/** A request as `memory.ts` stores it. */
export type SignedRequest = Omit<ExecuteRequest, 'functionSignature' | 'params' | 'data'> & { data: string }

const hex = text(/^0x([0-9a-fA-F]{2})*$/)
const uint = text(/^[0-9]{1,78}$/)
const isSignedRequest = object<SignedRequest>({
  walletAddress: hex,
  toAddress: hex,
  value: uint,
  data: hex,
  signature: hex,
  expiration: uint,
  fee: uint,
  feeCoinAddress: hex,
  feeWithdrawAddress: hex,
})

/** The stored request, to be submitted by its bytes. Undefined if it is damaged. */
export function readSignedRequest(stored: string | undefined): SignedRequest | undefined {
  const request = orUndefined((): unknown =>
    JSON.parse(stored ?? '', (name, value: unknown) =>
      name === 'functionSignature' || name === 'params' ? undefined : value,
    ),
  )
  return isSignedRequest(request) ? request : undefined
}
