import { readTransaction } from '#bff/upstream/outcomes/read-transactions.ts'
import type { ForwardedOperation } from './forwarded-call.ts'

/** Returns a transaction from the service, or from the console's own record if a hosted service lacks that path. */
export const getTransaction: ForwardedOperation<'getTransaction'> = ({ ctx, session, params }) =>
  readTransaction(ctx, session.organization, params.transactionUuid)
