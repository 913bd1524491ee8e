import * as z from 'zod/mini'
import { isOfCoins } from '#protocol/operations.ts'
import { resolvedTokenSchema } from '#protocol/tokens.ts'
import type { ApiError } from '#server-kit/http/http-error.ts'
import { validate, validationError } from '#server-kit/http/validate.ts'
import { type AgentTool, fieldNames } from './agent-tools.ts'
import { proposeCall } from './propose-call.ts'
import { type Failed, sendRequest, type ToolApi, type ToolRequest, type ToolResult } from './send-request.ts'

export type ToolArguments = Readonly<Record<string, unknown>>

/**
 * Calls the endpoint of a tool with the organization's key. Returns every failure as a value, without the key and
 * without internal causes.
 */
export async function callTool(
  api: ToolApi,
  tool: AgentTool,
  args: ToolArguments,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const request = toRequest(tool, args)
  if ('error' in request) return request
  const result = await sendRequest(api, request, signal)
  if ('error' in result) return result
  const read = z.safeParse(tool.answer ?? z.unknown(), result.content)
  if (!read.success)
    return { error: { code: 'UNREADABLE', message: 'The response is not one of this service.' } }
  const content = read.data
  if (tool.prepares === undefined) return { ...result, content }
  const decimals = isOfCoins(tool.prepares)
    ? await readDecimals(api, args['tokenAddress'], signal)
    : undefined
  const url = proposeCall(api.shownUrl, tool.prepares, args, decimals)
  return { content, ...(url !== undefined && { proposal: { url } }) }
}

/** Distributes the arguments among path, query and body. The service checks the query and the body. */
function toRequest({ row, base }: AgentTool, args: ToolArguments): ToolRequest | Failed {
  const names = { params: fieldNames(row.params), query: fieldNames(row.query) }
  // If the endpoint has no body, every other argument is a query field. The service refuses those that it does not know.
  const isQuery = (name: string) => names.query.has(name) || row.body === undefined
  const rest = Object.entries(args).filter(([name]) => !names.params.has(name))
  const search = new URLSearchParams()
  for (const [name, value] of rest) if (isQuery(name)) search.set(name, queryText(value))
  const body = Object.fromEntries(rest.filter(([name]) => !isQuery(name)))
  // A value such as `..` would lead to another path, so the path's values are checked here.
  const given = Object.fromEntries(Object.entries(args).filter(([name]) => names.params.has(name)))
  const params = validate(row.params ?? z.object({}), given)
  if (!params.ok) return refuseArguments(validationError(params.errors))
  const texts = z.parse(z.record(z.string(), z.string()), params.value)
  const path = row.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(texts[name] ?? ''))
  return {
    method: row.method,
    path: `${base}${path}${search.size === 0 ? '' : `?${search.toString()}`}`,
    ...(row.body !== undefined && { body }),
  }
}

/** Converts an argument to a value of the URL's query. Objects and lists become JSON, which the service refuses. */
function queryText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function refuseArguments({ code, publicMessage, errors = [] }: ApiError): Failed {
  return { error: { code, message: publicMessage, errors } }
}

/** The decimals of a token as its contract reports them. Undefined if the service does not know them. */
async function readDecimals(
  api: ToolApi,
  address: unknown,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const request = { method: 'POST', path: '/v1/baas/tokens/resolve', body: { address } }
  const result = await sendRequest(api, request, signal)
  if ('error' in result) return undefined
  return resolvedTokenSchema.safeParse(result.content).data?.decimals
}
