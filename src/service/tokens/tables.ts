import type { GeneratedAlways } from 'kysely'

export type TokenStandard = 'erc20' | 'erc721' | 'erc1155'

export type TokenTables = {
  /** The admin-managed default list of the deployment. */
  allowed_tokens: {
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
}
