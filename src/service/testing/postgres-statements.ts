import { Client, type QueryResult } from 'pg'

/** Without the limits of the hostile role, a millisecond each, which a busy machine exceeds. */
const WITHOUT_LIMITS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
]
  .map((name) => `-c ${name}=0`)
  .join(' ')

/** Runs statements on a separate connection. */
export async function runOn<T>(
  url: string,
  work: (query: (statement: string) => Promise<QueryResult>) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url, options: WITHOUT_LIMITS })
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
