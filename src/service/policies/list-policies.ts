import type { Selectable } from 'kysely'
import { checksumAddress } from '#protocol/display/address.ts'
import type { Policy, PolicyRule } from '#protocol/policies.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import type { PolicyTables } from './tables.ts'

/** `GET /v1/org/policies`: every policy of the organization, oldest first, those that are off too. Source: ADR 0014. */
export const listPolicies: Operation<'listPolicies', 'db'> = async (ctx, { organizationId }) => {
  const rows = await ctx.db
    .selectFrom('policies')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(policyAnswer)
}

/** A stored policy as it is answered. */
export function policyAnswer(row: Selectable<PolicyTables['policies']>): Policy {
  return {
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    walletAddress: row.wallet_address === null ? null : checksumAddress(row.wallet_address),
    rule: withAddresses(row.rule, checksumAddress),
    createdAtDatetime: row.created_at.toISOString(),
    updatedAtDatetime: row.updated_at.toISOString(),
  }
}

/** A rule as it is stored and evaluated: with its addresses in lower case, each once. */
export function storedRule(rule: PolicyRule): PolicyRule {
  return withAddresses(rule, lowerCase)
}

function withAddresses(rule: PolicyRule, written: (address: string) => string): PolicyRule {
  return rule.kind === 'recipients'
    ? { ...rule, recipients: [...new Set(rule.recipients.map(written))] }
    : { ...rule, tokenAddress: written(rule.tokenAddress) }
}
