import { listTransactions as listAll, readTransaction } from '#bff/upstream/outcomes/read-transactions.ts'
import type { ForwardedOperation } from './forwarded-call.ts'

/** Reads a transaction from the service, or from the console's own record for a hosted service without that path. */
export const getTransaction: ForwardedOperation<'getTransaction'> = ({ ctx, session, params }) =>
  readTransaction(ctx, session.organization, params.transactionUuid)

/** The same for a list. */
export const listTransactions: ForwardedOperation<'listTransactions'> = ({ ctx, session, query }) =>
  listAll(ctx, session.organization, query)
