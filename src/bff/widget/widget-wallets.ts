import type * as z from 'zod/mini'
import { sameAddress } from '#protocol/display/address.ts'
import type { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { widgetWalletListSchema } from '#protocol/widget-api.ts'
import { answer } from '#bff/http/answer.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { listTransactions } from '#bff/upstream/outcomes/read-transactions.ts'
import { findTokenWallets, requireTokenWallet } from './find-wallets.ts'
import { findWalletPasskeys } from './wallet-passkey.ts'
import type { WidgetHandler } from './widget-token.ts'

/** `GET /api/widget/wallets`: the wallets this token may use, each with the passkey that made it; `approver` leaves some. */
export const listTokenWallets: WidgetHandler<typeof BAAS_ENDPOINTS.listWallets> = async (asked) => {
  const { ctx, token, query } = asked
  const wallets = await findTokenWallets(asked, query.approver && { approver: query.approver })
  const passkeys = await findWalletPasskeys(ctx, token.organization.id, wallets)
  const content: z.output<typeof widgetWalletListSchema> = wallets.map((wallet) => ({
    ...wallet,
    passkey: passkeys.get(wallet.address.toLowerCase()) ?? null,
  }))
  return answer(content)
}

/**
 * `GET /api/widget/transactions?wallet=`, of a wallet of this token, newest first; one page. With `digest` the one
 * transaction of it, also where the service ignores the field.
 */
export const walletTransactions: WidgetHandler<typeof BAAS_ENDPOINTS.listTransactions> = async (asked) => {
  const { ctx, token, query } = asked
  const { wallet, digest } = query
  if (wallet === undefined) throw validationError([{ path: 'wallet', message: 'is required' }])
  await requireTokenWallet(asked, wallet)
  const { content, headers } = await listTransactions(ctx, token.organization, query)
  const { link: _, ...passed } = headers
  return answer(
    content.filter(
      (one) =>
        sameAddress(one.walletAddress, wallet) &&
        (digest === undefined || one.digest === digest.toLowerCase()),
    ),
    200,
    passed,
  )
}
