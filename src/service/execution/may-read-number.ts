import type { Caller } from '#service/context.ts'
import type { StoredRequester } from '#service/ledger/tables.ts'
import { isRequester, storedRequester } from './requester.ts'

type Numbered = {
  requestedBy: StoredRequester | null
  /** The API key that replaced the requester's. Null if none did. */
  keySuccessor: string | null
  /** Whether people of the organization decide. */
  isForOrganization: boolean
}

/**
 * Whether the caller may read the number that an approver has to pick. An approver who reads it would confirm nothing
 * by picking it. An integrator shows it to the end-user who signed. Members of the organization read the number of
 * their own requests alone, and so does every caller if people of the organization decide (ADR 0014).
 */
export function mayReadNumber(
  caller: Caller,
  { requestedBy, keySuccessor, isForOrganization }: Numbered,
): boolean {
  const isMember = storedRequester(caller).namedByKey?.kind === 'administrator'
  if (!isMember && !isForOrganization) return true
  return requestedBy !== null && isRequester(caller, requestedBy, keySuccessor)
}
