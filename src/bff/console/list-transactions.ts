import type { CallsService, HasClock, HasDatabase, HasPublicUrl } from '#bff/context-parts.ts'
import { readTransactionPage } from '#bff/upstream/outcomes/read-transactions.ts'
import type { ForwardedOperation } from './forwarded-call.ts'

/** Lists transactions from the service, or the console's own records if a hosted service lacks the list. */
export const listTransactions: ForwardedOperation<
  'listTransactions',
  CallsService & HasClock & HasDatabase & HasPublicUrl
> = ({ ctx, session, query, call: { requester } }) =>
  readTransactionPage(ctx, session.organization, { query, requester })
