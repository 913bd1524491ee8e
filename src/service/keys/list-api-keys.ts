import type { ApiKey } from '#shared/org/api-keys.ts'
import type { Caller, Context } from '#service/context.ts'
import { API_KEY_COLUMNS, apiKeyAnswer } from './api-key-answer.ts'

/** `GET /v1/org/keys`: every key of the organization, newest first, revoked ones too; never a secret. */
export async function listApiKeys(ctx: Pick<Context, 'db'>, caller: Caller): Promise<ApiKey[]> {
  const rows = await ctx.db
    .selectFrom('api_keys')
    .select(API_KEY_COLUMNS)
    .where('organization_id', '=', caller.organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(apiKeyAnswer)
}
