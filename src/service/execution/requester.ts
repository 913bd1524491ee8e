import { namedRequesterSchema, type Requester } from '#protocol/organization-transactions.ts'
import type { Caller, Context } from '#service/context.ts'
import type { StoredRequester } from '#service/ledger/tables.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'

/** What of a caller is stored with what they execute. A header that cannot be read names no one: nothing fails for it. */
export function storedRequester({ keyId, clientIp, requester }: Caller): StoredRequester {
  const namedByKey = namedRequesterSchema.safeParse(tryJson(requester ?? '')).data
  return { keyId, ipAddress: clientIp, namedByKey }
}

/** Who asked, with the name that the API key has now. */
export async function readRequester(
  { db }: Pick<Context, 'db'>,
  stored: StoredRequester | null,
): Promise<Requester | undefined> {
  if (stored === null) return undefined
  const { keyId, ...known } = stored
  const key = db.selectFrom('api_keys').select(['id', 'label']).where('id', '=', keyId)
  return { ...known, apiKey: await key.executeTakeFirst() }
}

/** Who asks in the console does not approve it as well. */
export function isAnother({ namedByKey }: StoredRequester) {
  const asking = namedByKey?.kind === 'administrator' ? namedByKey.id : undefined
  return ({ administratorId }: { administratorId: string | null }) =>
    administratorId === null || administratorId !== asking
}
