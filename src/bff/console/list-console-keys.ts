import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'

/** Ids of the service's API keys that this console itself uses: those that begin like the key in use. */
export const listConsoleKeys: ConsoleOperation<'listConsoleKeys'> = async ({ ctx, session }) => {
  const { organization } = session
  const { content: keys } = await callUpstream(ctx, organization, { endpoint: ORG_ENDPOINTS.listApiKeys })
  return keys.filter(({ start }) => organization.apiKey.startsWith(start)).map(({ id }) => id)
}
