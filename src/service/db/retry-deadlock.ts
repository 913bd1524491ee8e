import * as z from 'zod/mini'

const TRIES = 5
const deadlockSchema = z.object({ code: z.literal('40P01') })

/**
 * Runs a transaction again when the database ended it to undo a deadlock: nothing of it is stored, and the
 * other transaction goes on. After five tries its error is thrown.
 */
export async function retryDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || !deadlockSchema.safeParse(error).success) throw error
    }
  }
}
