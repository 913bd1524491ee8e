import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The service's database: one code on the embedded engine and on Postgres. */
export type Database = Kysely<Tables>

/**
 * An open database transaction. While one is open, only it may be used: the embedded engine has a single
 * connection, and a query beside the transaction would wait for it for ever.
 */
export type Transaction = KyselyTransaction<Tables>
