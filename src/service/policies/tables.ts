import type { JSONColumnType } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Effect } from '#protocol/effects/effect.ts'
import type { PolicyRule } from '#protocol/policies.ts'

export type PolicyTables = {
  policies: {
    id: string
    organization_id: string
    /** Wallet address in lower case. Null for all wallets of the organization. */
    wallet_address: Address | null
    name: string
    enabled: boolean
    /** The rule, with its addresses in lower case. */
    rule: JSONColumnType<PolicyRule>
    created_at: Date
    updated_at: Date
  }
  /** The effects of signed messages that passed the policies. Kept for daily limits. */
  message_effects: {
    organization_id: string
    /** Wallet address in lower case. */
    wallet_address: Address
    digest: Hex
    effects: JSONColumnType<readonly Effect[]>
    signed_at: Date
  }
}
