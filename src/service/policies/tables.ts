import type { JSONColumnType } from 'kysely'
import type { Address } from 'viem'
import type { PolicyRule } from '#protocol/policies.ts'

export type PolicyTables = {
  policies: {
    id: string
    organization_id: string
    /** In lower case; null: it holds for all wallets of the organization. */
    wallet_address: Address | null
    name: string
    enabled: boolean
    /** With its addresses in lower case. */
    rule: JSONColumnType<PolicyRule>
    created_at: Date
    updated_at: Date
  }
}
