import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database.ts'

/**
 * The only encoding that can store every character. With SQL_ASCII, lengths, letter cases and searches would
 * refer to bytes.
 */
const ENCODING = 'UTF8'

/** An encoding that cannot store every text, and what to do. Both complete “the database …” and an imperative. */
export type EncodingFault = { detail: string; todo: string }

/** The fault of a database's encoding, and whether the database has tables of Latchkey. */
async function readEncoding(db: Database): Promise<{ fault: EncodingFault | undefined; isUsed: boolean }> {
  const { rows } = await sql<{ encoding: string; isUsed: boolean }>`
    select current_setting('server_encoding') as encoding,
      to_regclass('service_migrations') is not null as "isUsed"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database does not report its encoding')
  const { encoding, isUsed } = row
  if (encoding === ENCODING) return { fault: undefined, isUsed }
  const detail = `the database stores text in ${encoding}, which has no room for every character`
  const todo =
    'make one with createdb --encoding=UTF8 --template=template0, owned by the same user, and move what is in this one to it'
  return { fault: { detail, todo }, isUsed }
}

/** Finds out whether a database can store every text. Undefined if it can. */
export async function findEncodingFault(db: Database): Promise<EncodingFault | undefined> {
  return (await readEncoding(db)).fault
}

/**
 * Refuses an empty database whose encoding cannot store every text. A database that is already in use only
 * causes an error in the log, because only texts outside its encoding fail.
 *
 * @throws Error with a sentence for the operator
 */
export async function requireEncoding(db: Database, log: Logger): Promise<void> {
  const { fault, isUsed } = await readEncoding(db)
  if (fault === undefined) return
  if (!isUsed) throw new Error(`DATABASE_URL: ${fault.detail}: ${fault.todo}.`)
  log.error({ alarm: 'database-encoding', todo: fault.todo }, fault.detail)
}
