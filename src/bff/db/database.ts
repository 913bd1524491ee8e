import type { Kysely, Transaction } from 'kysely'
import type { BffTables } from './tables.ts'

export type BffDatabase = Kysely<BffTables>

export type BffTransaction = Transaction<BffTables>
