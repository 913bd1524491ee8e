import type { CallsService } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'

/** Lists the ids of the API keys that this console probably uses: those with the same start as the key in use. */
export const listConsoleKeys: ConsoleOperation<'listConsoleKeys', CallsService> = async ({
  ctx,
  session,
}) => {
  const { organization } = session
  const { content: keys } = await callUpstream(ctx, organization, { endpoint: ORG_ENDPOINTS.listApiKeys })
  return keys.filter(({ start }) => organization.apiKey.startsWith(start)).map(({ id }) => id)
}
