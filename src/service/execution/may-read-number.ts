import type { Caller } from '#service/context.ts'
import type { StoredRequester } from '#service/ledger/tables.ts'
import { isRequester, storedRequester } from './requester.ts'

type Numbered = {
  requestedBy: StoredRequester | null
  /** The API key that replaced the requester's key. Null if the key was not replaced. */
  keySuccessor: string | null
  /** Whether people of the organization decide. */
  isForOrganization: boolean
}

/**
 * Whether the caller may read the number that an approver has to pick. An approver who can read the number proves
 * nothing by picking it. An integrator may read it, to show it to the end-user who signed. Members of the
 * organization may read only the numbers of their own requests. If people of the organization decide, this applies to
 * every caller (ADR 0014).
 */
export function mayReadNumber(
  caller: Caller,
  { requestedBy, keySuccessor, isForOrganization }: Numbered,
): boolean {
  const isMember = storedRequester(caller).namedByKey?.kind === 'administrator'
  if (!isMember && !isForOrganization) return true
  return requestedBy !== null && isRequester(caller, requestedBy, keySuccessor)
}
