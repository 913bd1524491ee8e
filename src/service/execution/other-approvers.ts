import { sql } from 'kysely'
import { isSameMailbox } from '#protocol/email-address.ts'
import { requesterEmailsSchema } from '#protocol/requester.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { EnrolledApprover } from '#service/policies/require-policies.ts'
import type { Execution } from './read-execution.ts'
import { storedRequester } from './requester.ts'

export type IsEligible = (approver: EnrolledApprover) => boolean

/**
 * Returns a check whether an approver is a different person than the requester, by every identity that the service
 * knows. An administrator is known by their member id, by the email addresses that the organization's policies name
 * together with this id, and by those that the key's holder states. A requester may choose the stated addresses, so
 * they exclude nobody whom a policy names by a different member id. If no administrator is named, the requester is
 * the person with the wallet's verified email address.
 */
export async function findOtherApprovers(
  ctx: HasDatabase,
  caller: Caller,
  { wallet, policies }: Pick<Execution, 'wallet' | 'policies'>,
): Promise<IsEligible> {
  // Saves a query if nobody is asked.
  if (!policies.some(({ rule }) => rule.kind === 'approval')) return () => true
  const named = storedRequester(caller).namedByKey
  const administratorId = named?.kind === 'administrator' ? named.id : undefined
  const certain =
    administratorId === undefined ? [wallet.email] : await listNamedEmails(ctx, caller, administratorId)
  const declared = readDeclared(caller)
  return ({ administratorId: approverId, email }) => {
    if (approverId !== null && approverId === administratorId) return false
    const emails = approverId === null ? [...certain, ...declared] : certain
    return !emails.some((one) => isSameMailbox(one, email))
  }
}

/** Returns the requester's email addresses, as stated by the holder of the API key. */
export function readDeclared({ requester }: Caller): string[] {
  return requesterEmailsSchema.safeParse(tryJson(requester ?? '')).data?.emails ?? []
}

/** Returns the email addresses that the organization's policies name for a member, including disabled policies. */
async function listNamedEmails(
  { db }: HasDatabase,
  { organizationId }: Caller,
  administratorId: string,
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct named.one->>'email' as email
    from policies cross join lateral jsonb_array_elements(rule->'approvers') as named (one)
    where organization_id = ${organizationId} and named.one->>'administratorId' = ${administratorId}`.execute(
    db,
  )
  return rows.map(({ email }) => email)
}
