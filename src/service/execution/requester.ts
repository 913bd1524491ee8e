import { namedRequesterSchema, type Requester } from '#protocol/requester.ts'
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

/**
 * Whether the caller made a request. The API key must be the same, or the one that replaced it (`successorId`). The
 * person whom the key's holder names must be the same too.
 */
export function isRequester(caller: Caller, stored: StoredRequester, successorId: string | null): boolean {
  const { keyId, namedByKey: named } = storedRequester(caller)
  if (keyId !== stored.keyId && keyId !== successorId) return false
  return named?.kind === stored.namedByKey?.kind && named?.id === stored.namedByKey?.id
}
