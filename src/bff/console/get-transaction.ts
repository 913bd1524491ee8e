import type { CallsService, HasClock, HasDatabase, HasLive, HasLog } from '#bff/context-parts.ts'
import { readTransaction } from '#bff/upstream/outcomes/read-transactions.ts'
import type { ForwardedOperation } from './forwarded-call.ts'

/**
 * Returns a transaction from the service. Returns the console's own record if a hosted service lacks that path. Only
 * the transaction's requester receives the number that the approver has to pick.
 */
export const getTransaction: ForwardedOperation<
  'getTransaction',
  CallsService & HasClock & HasDatabase & HasLive & HasLog
> = ({ ctx, session, params, call: { requester } }) =>
  readTransaction(ctx, session.organization, { ...params, requester })
