import { isSameMailbox } from '#protocol/email-address.ts'
import { findRepeated, groupByMailbox } from '#protocol/repeated-approvers.ts'
import { requesterEmailsSchema } from '#protocol/requester.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import { listNamedMembers } from '#service/policies/named-members.ts'
import type { ChoosePeople, EnrolledApprover } from '#service/policies/require-policies.ts'
import type { Execution } from './read-execution.ts'
import { storedRequester } from './requester.ts'

/**
 * Returns the choice of those approvers who are different people than the requester, by every identity that the
 * service knows. An administrator is known by their member id, by the email addresses that the organization's policies
 * name together with this id, and by those that the key's holder states. A requester may choose the stated addresses,
 * so they exclude nobody whom a policy names by a different member id. If no administrator is named, the requester is
 * the person with the wallet's verified email address. A person whom policies name under several addresses is chosen
 * once.
 */
export async function findOtherApprovers(
  ctx: HasDatabase,
  caller: Caller,
  { wallet, policies }: Pick<Execution, 'wallet' | 'policies'>,
): Promise<ChoosePeople> {
  // Saves a query if nobody is asked.
  if (!policies.some(({ rule }) => rule.kind === 'approval')) return (named) => [...named]
  const requester = storedRequester(caller).namedByKey
  const administratorId = requester?.kind === 'administrator' ? requester.id : undefined
  const known = await listNamedMembers(ctx.db, caller.organizationId)
  const certain =
    administratorId === undefined
      ? [wallet.email]
      : known.filter((one) => one.administratorId === administratorId).map(({ email }) => email)
  const declared = readDeclared(caller)
  const isOther = ({ administratorId: approverId, email }: EnrolledApprover) => {
    if (approverId !== null && approverId === administratorId) return false
    const emails = approverId === null ? [...certain, ...declared] : certain
    return !emails.some((one) => isSameMailbox(one, email))
  }
  return (named) => {
    const others = named.filter(isOther)
    const repeated = findRepeated(others, groupByMailbox(known))
    return others.filter((_, place) => !repeated.includes(place))
  }
}

/** Returns the requester's email addresses, as stated by the holder of the API key. */
export function readDeclared({ requester }: Caller): string[] {
  return requesterEmailsSchema.safeParse(tryJson(requester ?? '')).data?.emails ?? []
}
