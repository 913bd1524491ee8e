import type { ExecuteRequest } from '#protocol/transactions.ts'

/** A request as `memory.ts` stores it. */
export type SignedRequest = Omit<ExecuteRequest, 'functionSignature' | 'params' | 'data'> & { data: string }

const HEX = /^0x([0-9a-fA-F]{2})*$/
const UINT = /^[0-9]{1,78}$/
const MEMBERS: Record<keyof SignedRequest, RegExp> = {
  walletAddress: HEX,
  toAddress: HEX,
  value: UINT,
  data: HEX,
  signature: HEX,
  expiration: UINT,
  fee: UINT,
  feeCoinAddress: HEX,
  feeWithdrawAddress: HEX,
}

function isSignedRequest(request: unknown): request is SignedRequest {
  const given = new Map<string, unknown>(Object.entries(Object(request)))
  return Object.entries(MEMBERS).every(([name, pattern]) => {
    const value = given.get(name)
    return typeof value === 'string' && pattern.test(value)
  })
}

/** The stored request, to be submitted by its bytes; undefined for a damaged one. */
export function readSignedRequest(stored: string | undefined): SignedRequest | undefined {
  try {
    const request: unknown = JSON.parse(stored ?? '', (name, value: unknown) =>
      name === 'functionSignature' || name === 'params' ? undefined : value,
    )
    return isSignedRequest(request) ? request : undefined
  } catch {
    return undefined
  }
}
