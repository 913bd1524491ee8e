import * as z from 'zod/mini'

const codeSchema = z.object({ code: z.string() })

/** SQLSTATEs of a server that answers and lets nobody in; each ends the sentence. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'refuses the user or its password',
  '28000': 'refuses the user or its password',
  '3D000': 'has no database of that name',
  '42501': 'does not let this user make tables: make it the owner of the database',
  '53300': 'has no connection left: raise max_connections',
}
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

/** Why a start cannot use the database of DATABASE_URL, by its host and without the password; or the error as it is. */
export function explainPostgres(error: unknown, databaseUrl: string): unknown {
  const code = codeSchema.safeParse(error).data?.code ?? ''
  const how = REFUSALS[code] ?? (AWAY.has(code) ? 'does not answer' : undefined)
  if (how === undefined) return error
  const message = `DATABASE_URL: the Postgres at ${new URL(databaseUrl).host} ${how} (${code}).`
  return new Error(message, { cause: error })
}
