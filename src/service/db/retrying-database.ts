import { Kysely, type Dialect, type TransactionBuilder } from 'kysely'
import { retryCollision } from '#server-kit/db/retry-collision.ts'
import { replaceMembers } from './replace-members.ts'

/**
 * Opens a database whose transactions are retried if Postgres aborts them because of a concurrent one. The function
 * of a transaction may therefore run several times, and must change nothing but the database. A single statement that
 * touches several rows is wrapped in `retryCollision` by its caller.
 */
export function openRetryingDatabase<Tables>(dialect: Dialect): Kysely<Tables> {
  return retryTransactions(new Kysely<Tables>({ dialect }))
}

function retryTransactions<Tables>(db: Kysely<Tables>): Kysely<Tables> {
  return replaceMembers(db, {
    transaction: () => retryBuilt(db.transaction()),
    withTables: () => retryTransactions(db.withTables()),
  })
}

function retryBuilt<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  return replaceMembers(builder, {
    execute: (work) => retryCollision(() => builder.execute(work)),
    setAccessMode: (mode) => retryBuilt(builder.setAccessMode(mode)),
    setIsolationLevel: (level) => retryBuilt(builder.setIsolationLevel(level)),
  })
}
