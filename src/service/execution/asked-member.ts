import { isSameMailbox } from '#protocol/email-address.ts'
import type { AskedApprover } from '#protocol/organization-transactions.ts'
import type { Caller } from '#service/context.ts'
import { readDeclared } from './other-approvers.ts'
import { storedRequester } from './requester.ts'

/**
 * Marks the member whom the request names among the people who are asked. They are found by their member id, or by
 * one of their email addresses if the policy names no id. The list of pending approvals compares the same
 * (`list-approvals.ts`).
 */
export function markSelf(caller: Caller, approvers: readonly AskedApprover[]): AskedApprover[] {
  const named = storedRequester(caller).namedByKey
  if (named?.kind !== 'administrator') return [...approvers]
  const declared = readDeclared(caller)
  return approvers.map((one) => {
    const isSelf =
      one.administratorId === undefined
        ? declared.some((email) => isSameMailbox(email, one.email))
        : one.administratorId === named.id
    return isSelf ? { ...one, self: true as const } : one
  })
}
