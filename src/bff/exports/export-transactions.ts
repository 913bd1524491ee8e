import type {
  CallsService,
  HasDatabase,
  HasExports,
  HasHostedChain,
  HasLog,
  WritesAudit,
} from '#bff/context-parts.ts'
import type { Asking } from '#bff/context.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { readConfig } from '#bff/upstream/read-config.ts'
import { plainValue } from '#protocol/display/plain-value.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import type { OrganizationTransaction } from '#protocol/organization-transactions.ts'
import { exportList, type Exported } from './export-list.ts'

/**
 * CSV columns. The columns from `kind` to `approved` are decoded from the call. Amounts are in human units if the
 * token is known, otherwise in base units.
 */
const COLUMNS = `transactionUuid createdAtDatetime updatedAtDatetime status reason
  walletAddress walletLabel externalUserId externalUserLabel email
  kind amount symbol token tokenId items to spender operator approved
  value fee feeCoinAddress toAddress transactionHash blockNumber digest`.split(/\s+/)

/** Exports the transactions that the filters select. */
export const exportTransactions: ConsoleOperation<
  'exportTransactions',
  CallsService & WritesAudit & HasDatabase & HasExports & HasLog & HasHostedChain
> = async (asked) => {
  const { ctx, action } = asked
  const { format: _, ...filter } = asked.query
  const endpoint = ORG_ENDPOINTS.listOrganizationTransactions
  const describe = await callReader(asked)
  const read: Exported['read'] = async (organization, page) => {
    const sent = { endpoint, query: { ...filter, ...page } }
    const { content, ...answered } = await callUpstream(ctx, organization, sent)
    return { ...answered, content: content.map((one) => ({ ...one, call: describe(one) })) }
  }
  return exportList(asked, { name: 'transactions', action, filter, columns: COLUMNS, read })
}

/** Returns a function that decodes calls with the organization's tokens. */
async function callReader({ ctx, session: { organization } }: Asking<CallsService & HasHostedChain>) {
  const config = await readConfig(ctx, organization)
  const tokens = await callUpstream(ctx, organization, { endpoint: BAAS_ENDPOINTS.listAllowedTokens })
  const known = { chainId: config.content.chainId, tokens: tokens.content }
  return (transaction: OrganizationTransaction): Record<string, string> => {
    const { kind = '', fields = [] } = describeCallOrNull({ ...transaction, ...known }) ?? {}
    const values = fields.map(({ label, value }): [string, string] => [label, plainValue(value)])
    const symbol = fields.map(({ value }) => (value.kind === 'amount' ? value.symbol : '')).join('')
    return { kind, symbol, ...Object.fromEntries(values) }
  }
}
