import * as z from 'zod/mini'

const startedSchema = z.object({
  ensurePostgres: z.custom<() => Promise<{ url: string; stop: () => Promise<void> }>>(
    (it) => typeof it === 'function',
  ),
})

/** Starts a Postgres from a package, unless `LATCHKEY_TEST_POSTGRES` names one. It ends with this process. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = new URL('../../cli/setup/postgres.mjs', import.meta.url)
  return z.parse(startedSchema, await import(url.href)).ensurePostgres()
}
