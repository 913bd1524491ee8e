import type { CallsService, HasClock, HasDatabase, HasPublicUrl } from '#bff/context-parts.ts'
import { answer } from '#bff/http/exchange.ts'
import { readTransactionPage } from '#bff/upstream/outcomes/read-transactions.ts'
import { sameAddress } from '#protocol/display/address.ts'
import type { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { requireTokenWallet } from './token-wallets.ts'
import { identifyRequester } from './widget-call.ts'
import type { WidgetHandler } from './widget-token.ts'

/**
 * `GET /api/widget/transactions?wallet=`: one page of transactions of a wallet of this token, newest first.
 * `digest` selects one transaction, even if the service ignores the field.
 */
export const listWalletTransactions: WidgetHandler<
  typeof BAAS_ENDPOINTS.listTransactions,
  CallsService & HasClock & HasDatabase & HasPublicUrl
> = async (asked) => {
  const { ctx, token, query } = asked
  const { wallet, digest } = query
  if (wallet === undefined) throw validationError([{ path: 'wallet', message: 'is required' }])
  await requireTokenWallet(asked, wallet)
  const requester = identifyRequester(token)
  const { content, headers } = await readTransactionPage(ctx, token.organization, { query, requester })
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
