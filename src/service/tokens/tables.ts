import type { GeneratedAlways } from 'kysely'
import type { TokenStandard } from '#protocol/token-functions.ts'

type TokenRow = {
  id: string
  /** Lower case. */
  address: string
  standard: TokenStandard
  name: string
  symbol: string
  decimals: number
  /** Empty if there is none. */
  logo_url: string
  /** Position in order of creation. */
  position: GeneratedAlways<number>
  created_at: Date
}

export type TokenTables = {
  /** The default list of the deployment. */
  allowed_tokens: TokenRow
  /**
   * An organization's changes to the default list. A row adds a token, replaces the name, symbol or logo of a
   * listed one, or removes one (`removed`).
   */
  organization_tokens: TokenRow & { organization_id: string; removed: boolean }
  /** A view of both tables: the list of an organization. `own`: the organization has added or changed the token. */
  organization_allowed_tokens: TokenRow & { organization_id: string; own: boolean }
}
