import type { HeldTransaction } from '#protocol/approver-api.ts'
import type { CallDescription, KnownToken } from '#protocol/display/call-description.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { computeDigest } from '#web/ui/approval-ceremonies.ts'

/** Whether the service's digest matches the displayed call. */
export function isConsistent(held: HeldTransaction): boolean {
  return computeDigest(held) === held.digest.toLowerCase()
}

/** The decoded call. Null if the bytes are invalid. */
export function describeHeld(held: HeldTransaction, tokens: readonly KnownToken[]): CallDescription | null {
  return describeCallOrNull({ ...held, tokens })
}
