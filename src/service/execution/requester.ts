import { namedRequesterSchema, type Requester } from '#protocol/organization-transactions.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { StoredRequester } from '#service/ledger/tables.ts'

/**
 * Returns the facts about the caller that are stored with an execution. If the header with the requester's
 * name cannot be read, the name is undefined.
 */
export function storedRequester({ keyId, clientIp, requester }: Caller): StoredRequester {
  const namedByKey = namedRequesterSchema.safeParse(tryJson(requester ?? '')).data
  return { keyId, ipAddress: clientIp, namedByKey }
}

/** Reads the stored requester, with the present name of its API key. Returns undefined if none was stored. */
export async function readRequester(
  { db }: HasDatabase,
  stored: StoredRequester | null,
): Promise<Requester | undefined> {
  if (stored === null) return undefined
  const { keyId, ...known } = stored
  const key = db.selectFrom('api_keys').select(['id', 'label']).where('id', '=', keyId)
  return { ...known, apiKey: await key.executeTakeFirst() }
}

/** Returns a check: whether an approver is not the administrator who made the request. */
export function isAnother({
  namedByKey,
}: StoredRequester): ({ administratorId }: { administratorId: string | null }) => boolean {
  const asking = namedByKey?.kind === 'administrator' ? namedByKey.id : undefined
  return ({ administratorId }: { administratorId: string | null }) =>
    administratorId === null || administratorId !== asking
}
