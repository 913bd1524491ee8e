import { finished } from 'node:stream/promises'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { CommandError, type Terminal } from '#cli/command.ts'
import { type Scope, SCOPES } from '#protocol/endpoint.ts'
import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { ownOrganizationSchema } from '#protocol/organization.ts'
import { createMcpServer } from './create-mcp-server.ts'
import { sendRequest, type ToolApi } from './send-request.ts'

/**
 * Serves the tools over standard input and output until the input ends.
 *
 * @throws CommandError if the server is unreachable or refuses the key
 */
export async function serveMcp(api: ToolApi, { note }: Pick<Terminal, 'note'>): Promise<void> {
  const scopes = await readKeyScopes(api)
  const onError = (error: unknown) =>
    note(`A call failed: ${error instanceof Error ? error.name : 'unknown error'}`)
  serveStdio(() => createMcpServer(api, { scopes, onError }), { onerror: onError })
  note(`Serving the API of ${api.shownUrl} to an agent over standard input and output.`)
  await finished(process.stdin, { writable: false })
}

/**
 * The scopes of the key. All scopes if the service does not report them, because the service refuses the calls that
 * the key does not allow.
 *
 * @throws CommandError if the server is unreachable or refuses the key
 */
export async function readKeyScopes(api: ToolApi): Promise<readonly Scope[]> {
  const { method, path } = ORG_ENDPOINTS.getOrganization
  const result = await sendRequest(api, { method, path: `/v1/org${path}` })
  if (!('error' in result)) return ownOrganizationSchema.safeParse(result.content).data?.keyScopes ?? SCOPES
  const { status, message } = result.error
  // A hosted service may have the specification's endpoints only.
  if (status === 404) return SCOPES
  throw new CommandError(status === undefined ? message : `${api.shownUrl}: ${message}`)
}
