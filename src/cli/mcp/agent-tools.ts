import * as z from 'zod/mini'
import type { Endpoint, Scope, ServiceEndpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import type { TokenOperationKind } from '#protocol/operations.ts'
import { flatInput, scopeSentence } from '#service/index.ts'
import { EXPOSURES, type Exposed, type Withheld } from './exposure.ts'
import { PREPARED_KINDS } from './propose-call.ts'

/** Hints about a tool's effects, as MCP names them. */
export type ToolHints = { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean }

/** One endpoint as a tool of an agent. */
export type AgentTool = {
  /** The endpoint's operation id. */
  name: string
  title: string
  description: string
  row: ServiceEndpoint
  /** Base path of the endpoint's table. */
  base: '/v1/baas' | '/v1/org'
  inputSchema: ReturnType<typeof flatInput>
  hints: ToolHints
  /** The only fields that the tool returns. Undefined means all. */
  answer: Exposed['answer']
  /** The kind of call that the endpoint prepares. Undefined if it prepares none. */
  prepares: TokenOperationKind | undefined
}

/** The endpoints that an agent gets as tools with a key of these scopes, in the order of the endpoint tables. */
export function listAgentTools(scopes: readonly Scope[]): AgentTool[] {
  const tools = [...listExposed('/v1/baas', BAAS_ENDPOINTS), ...listExposed('/v1/org', ORG_ENDPOINTS)]
  return tools.filter(({ row }) => row.scope === null || scopes.includes(row.scope))
}

function listExposed(base: AgentTool['base'], table: Readonly<Record<string, ServiceEndpoint>>): AgentTool[] {
  const exposures: Readonly<Record<string, Exposed | Withheld>> = EXPOSURES
  const preparedKinds: Readonly<Record<string, TokenOperationKind>> = PREPARED_KINDS
  return Object.entries(table).flatMap(([name, row]) => {
    const exposure = exposures[name]
    if (exposure?.isExposed !== true) return []
    const prepares = preparedKinds[name]
    return {
      name,
      title: row.summary,
      description: describeTool(row, prepares !== undefined),
      row,
      base,
      inputSchema: flatInput(row),
      hints: effectHints(row),
      answer: exposure.answer,
      prepares,
    }
  })
}

const PROPOSAL_TEXT =
  'Nothing is executed. `proposal.url` opens the console, in which a person checks the call and signs it with the wallet’s passkey. Without `proposal`, the page that holds the wallet signs `content.txObject`.'
const PAGE_TEXT = 'If there are more items, `next` has the arguments of the next page.'

function describeTool(row: ServiceEndpoint, isPrepared: boolean): string {
  const sentences = [
    `${row.summary}.`,
    ...(isPrepared ? [PROPOSAL_TEXT] : []),
    ...(fieldNames(row.query).has('limit') ? [PAGE_TEXT] : []),
    scopeSentence(row.scope),
  ]
  return sentences.join(' ')
}

/** The names of a schema's fields. Empty if there is no schema. */
export function fieldNames(schema: z.ZodMiniType | undefined): ReadonlySet<string> {
  return new Set(schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [])
}

/** Whether the requests of a scope only encode calls, and store nothing. */
const ONLY_PREPARES: Readonly<Record<Scope, boolean>> = {
  'wallet:create': false,
  'wallet:read': false,
  'token:transfer': true,
  'token:approve': true,
  'transaction:execute': false,
  'domain:read': false,
  'org:manage': false,
}

/**
 * An endpoint without an audit action only reads. POST adds something. PUT and DELETE replace or remove existing data.
 */
export function effectHints({
  action,
  method,
  scope,
}: Pick<Endpoint, 'action' | 'method' | 'scope'>): ToolHints {
  const readOnlyHint = action === undefined || (scope !== null && ONLY_PREPARES[scope])
  if (readOnlyHint) return { readOnlyHint, destructiveHint: false, idempotentHint: true }
  return { readOnlyHint, destructiveHint: method !== 'POST', idempotentHint: method !== 'POST' }
}
