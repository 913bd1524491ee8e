import type * as z from 'zod/mini'
import type { CallsService, HasClock, HasDatabase } from '#bff/context-parts.ts'
import { answer } from '#bff/http/exchange.ts'
import type { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { widgetWalletListSchema } from '#protocol/widget-api.ts'
import { findTokenWallets } from './token-wallets.ts'
import { findWalletPasskeys } from './wallet-passkey.ts'
import type { WidgetHandler } from './widget-token.ts'

/**
 * `GET /api/widget/wallets`: lists the token's wallets, each with its known passkeys. The query's `approver` filters
 * the wallets.
 */
export const listTokenWallets: WidgetHandler<
  typeof BAAS_ENDPOINTS.listWallets,
  CallsService & HasClock & HasDatabase
> = async (asked) => {
  const { ctx, token, query } = asked
  const wallets = await findTokenWallets(asked, query.approver && { approver: query.approver })
  const passkeys = await findWalletPasskeys(ctx, token.organization.id, wallets)
  const content: z.output<typeof widgetWalletListSchema> = wallets.map((wallet) => {
    const known = passkeys.get(wallet.address.toLowerCase()) ?? []
    return { ...wallet, passkey: known[0] ?? null, passkeys: known }
  })
  return answer(content)
}
