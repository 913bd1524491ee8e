import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { misnamedSchema, outdatedPlanSchema } from './prepared-errors.ts'

const TRIES = 5
/**
 * Maximum pause before the second attempt, in milliseconds. The maximum grows by this number with each later attempt.
 */
const PAUSE_MS = 20
/** SQLSTATE of a deadlock, and of a serialization failure. */
const collisionSchema = z.object({ code: z.enum(['40P01', '40001']) })

/**
 * Whether the database aborted the work because of another transaction, or because it no longer has a prepared
 * statement. The same work may succeed afterwards.
 */
export function isCollision(error: unknown): boolean {
  return [collisionSchema, misnamedSchema, outdatedPlanSchema].some(
    (schema) => schema.safeParse(error).success,
  )
}

/**
 * Runs a transaction or a statement, and retries it if `isCollision`. An aborted attempt stores nothing. Pauses are
 * random, so that two transactions that collided do not collide again. Throws the last error after five attempts.
 */
export async function retryCollision<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || !isCollision(error)) throw error
      await wait(Math.random() * PAUSE_MS * attempt)
    }
  }
}
