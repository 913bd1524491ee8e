import type { Member } from '#protocol/members.ts'
import type { PolicyApprover } from '#protocol/policies.ts'
import { displayName } from './display.ts'

/** The present name of a member, else the name in the policy, else the email. */
export function approverName(
  { administratorId, name, email }: PolicyApprover,
  members: readonly Member[],
): string {
  const member = members.find(({ id }) => id === administratorId)
  return displayName(member?.name ?? name ?? email)
}
