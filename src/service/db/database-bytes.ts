import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Returns the size of the database on disk in bytes. */
export async function readDatabaseBytes(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_database_size(current_database())::text as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
