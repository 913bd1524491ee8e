import { sql, type Selectable, type SelectQueryBuilder } from 'kysely'
import { checksumAddress } from '#protocol/display/address.ts'
import type { Policy, PolicyRule } from '#protocol/policies.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Database, Tables } from '#service/db/database.ts'
import { normaliseEmail } from '#service/email/mailer.ts'
import type { Operation } from '#service/http/endpoint-types.ts'

/**
 * `GET /v1/org/policies`: every policy of the organization, oldest first, including disabled ones. Source:
 * ADR 0014.
 */
export const listPolicies: Operation<'listPolicies', HasDatabase> = async (ctx, { organizationId }) => {
  const rows = await selectPolicies(ctx.db, organizationId).orderBy('created_at').orderBy('id').execute()
  return rows.map(policyAnswer)
}

/** A policy. `enrolled`: the emails of its approvers who have a passkey and are not removed. Null if there are none. */
type PolicyRow = Selectable<Tables['policies']> & { enrolled: string[] | null }

/**
 * Selects an organization's policies with all columns that `policyAnswer` reads, for further conditions and
 * ordering.
 */
export function selectPolicies(
  db: Database,
  organizationId: string,
): SelectQueryBuilder<Tables, 'policies', PolicyRow> {
  return db
    .selectFrom('policies')
    .selectAll()
    .select(
      sql<string[] | null>`(
        select jsonb_agg(email order by email) from approvers
        where approvers.organization_id = policies.organization_id and external_user_id is null
          and enrolled_at is not null and exists (
            select from jsonb_array_elements(rule->'approvers') as named (one)
            where one->>'email' = email and one->'removed' is null))`.as('enrolled'),
    )
    .where('organization_id', '=', organizationId)
}

/** Converts a stored policy to the response. */
export function policyAnswer(row: PolicyRow): Policy {
  return {
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    walletAddress: row.wallet_address === null ? null : checksumAddress(row.wallet_address),
    rule: withAddresses(row.rule, checksumAddress),
    ...(row.rule.kind === 'approval' && { enrolled: row.enrolled ?? [] }),
    createdAtDatetime: row.created_at.toISOString(),
    updatedAtDatetime: row.updated_at.toISOString(),
  }
}

/**
 * Normalizes a rule for storage and evaluation: addresses are in lower case and unique, and emails in the
 * form in which they are compared.
 */
export function storedRule(rule: PolicyRule): PolicyRule {
  const stored = withAddresses(rule, lowerCase)
  if (stored.kind !== 'approval') return stored
  const approvers = stored.approvers.map((one) => ({ ...one, email: normaliseEmail(one.email) }))
  return { ...stored, approvers }
}

function withAddresses(rule: PolicyRule, written: (address: string) => string): PolicyRule {
  return rule.kind === 'recipients'
    ? { ...rule, recipients: [...new Set(rule.recipients.map(written))] }
    : { ...rule, tokenAddress: written(rule.tokenAddress) }
}
