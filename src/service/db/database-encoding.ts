import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database.ts'

/**
 * The only encoding that can store every character. With SQL_ASCII, lengths, letter cases and searches would apply to
 * bytes instead of characters.
 */
const ENCODING = 'UTF8'

/**
 * The fault of an encoding that cannot store every text, and the next step. `detail` is a sentence that begins with
 * “the database”. `todo` is an imperative.
 */
export type EncodingFault = { detail: string; todo: string }

/** Returns the fault of a database's encoding, and whether Latchkey already uses the database. */
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
 * Refuses an empty database whose encoding cannot store every text. For a database that is already in use, only logs
 * an error, because most texts still work.
 *
 * @throws Error with a sentence for the operator
 */
export async function requireEncoding(db: Database, log: Logger): Promise<void> {
  const { fault, isUsed } = await readEncoding(db)
  if (fault === undefined) return
  if (!isUsed) throw new Error(`DATABASE_URL: ${fault.detail}: ${fault.todo}.`)
  log.error({ alarm: 'database-encoding', todo: fault.todo }, fault.detail)
}
