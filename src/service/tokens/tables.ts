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
  /** Empty when there is none. */
  logo_url: string
  /** The order in which the list was made. */
  position: GeneratedAlways<number>
  created_at: Date
}

export type TokenTables = {
  /** The default list of the deployment. */
  allowed_tokens: TokenRow
  /** What an organization changes in it: a token of its own, other words for one, or one `removed` from it. */
  organization_tokens: TokenRow & { organization_id: string; removed: boolean }
  /** A view of both: the list as an organization has it. `own`: it comes from the organization. */
  organization_allowed_tokens: TokenRow & { organization_id: string; own: boolean }
}
