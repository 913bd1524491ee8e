import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { misnamedSchema, outdatedPlanSchema } from '#server-kit/db/prepared-errors.ts'
import { PREPARED_MARK } from '#server-kit/db/prepared.ts'

/** SQLSTATE of a statement that follows a failed one in the same transaction. */
const failedTransactionSchema = z.object({ code: z.literal('25P02') })

type Query = (text: string, values: unknown) => Promise<unknown>

/**
 * Gives marked statements a name, so that each session of the pool plans them only once. Planning was two thirds of
 * the server's work. Behind a pooler, a session may lack the named statement, or have it from another process. After
 * the first such error, statements are sent without names.
 */
export function namePrepared(pool: Pool, log: Logger): void {
  const names = new Map<string, string>()
  const outdated = new WeakSet<PoolClient>()
  let hasNames = true

  function findName(text: string): string {
    const name = names.get(text) ?? `latchkey_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
    names.set(text, name)
    return name
  }

  /**
   * Runs a statement by its name. After an error about the name or the plan, runs it once more without a name, unless
   * the error has ended its transaction.
   */
  async function runNamed(client: PoolClient, query: Query, text: string, values: unknown): Promise<unknown> {
    try {
      return await Reflect.apply(query, client, [{ name: findName(text), text, values }])
    } catch (error) {
      if (outdatedPlanSchema.safeParse(error).success) outdated.add(client)
      else if (misnamedSchema.safeParse(error).success) stopNaming()
      else throw error
      return await Reflect.apply(query, client, [text, values]).catch((again: unknown) => {
        throw failedTransactionSchema.safeParse(again).success ? error : again
      })
    }
  }

  function stopNaming(): void {
    if (hasNames)
      log.warn(
        'sessions of the database forget prepared statements: set DATABASE_LISTEN_URL if DATABASE_URL is a pooler',
      )
    hasNames = false
  }

  pool.on('connect', (client) => {
    const query: Query = client.query
    Object.assign(client, {
      query: (...given: unknown[]): unknown => {
        const [text, values] = given
        const isNamed = hasNames && !outdated.has(client)
        if (isNamed && typeof text === 'string' && text.startsWith(PREPARED_MARK))
          return runNamed(client, query, text, values)
        return Reflect.apply(query, client, given)
      },
    })
  })
}
