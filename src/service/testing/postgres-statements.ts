import { Client, type QueryResult } from 'pg'

/**
 * Postgres defaults. They override the settings of the hostile test role (`hostile-role.ts`), such as timeouts of one
 * millisecond.
 */
const DEFAULTS = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  default_transaction_read_only: 'off',
  search_path: 'public',
}
const OPTIONS = Object.entries(DEFAULTS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** Runs statements on a separate connection. */
export async function runOn<T>(
  url: string,
  work: (query: (statement: string) => Promise<QueryResult>) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url, options: OPTIONS })
  await client.connect()
  try {
    return await work((statement) => client.query(statement))
  } finally {
    await client.end()
  }
}

/** The URL of another database on the same server. */
export function replaceDatabase(url: string, database: string): string {
  const target = new URL(url)
  target.pathname = `/${database}`
  return target.href
}
