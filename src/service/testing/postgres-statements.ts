import { Client, type QueryResult } from 'pg'

/** Runs statements on a separate connection. */
export async function runOn<T>(
  url: string,
  work: (query: (statement: string) => Promise<QueryResult>) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url })
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
