import { sql } from 'kysely'
import { apiError } from '#server-kit/http/http-error.ts'
import type { EmbeddedChain } from '#service/chain/embedded-chain.ts'
import type { Database } from '#service/db/database.ts'

const ONLY_ROW = 1
/**
 * Maximum offset in seconds: ten years. The time of a chain cannot go back, so a sandbox that is too far ahead could
 * only be discarded.
 */
const AHEAD_SECONDS_MAX = 3_660 * 86_400

type SandboxClock = {
  now: () => Date
  /** The machine's time. */
  outside: () => Date
  aheadSeconds: () => number
  /**
   * Moves the time of this process and of the database forward, permanently. @throws CONFLICT beyond ten
   * years
   */
  advance: (seconds: number) => Promise<void>
}

/**
 * Opens the clock of a sandbox: the machine's clock plus the offset by which it was moved forward. The offset is
 * stored, and the database's own time (`service_now()`) is set to match. Only one process uses the chain of a
 * sandbox, so no other process has to be notified.
 */
export async function openSandboxClock(db: Database): Promise<SandboxClock> {
  let ahead = await readAhead(db)
  if (ahead > 0) await movePresent(db, ahead)
  return {
    now: () => new Date(Date.now() + ahead * 1_000),
    outside: () => new Date(),
    aheadSeconds: () => ahead,
    advance: async (seconds) => {
      ahead = await db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ ahead: string }>`
          insert into sandbox_clock (id, ahead_seconds) values (${ONLY_ROW}, ${seconds})
          on conflict (id) do update set ahead_seconds = sandbox_clock.ahead_seconds + excluded.ahead_seconds
          returning ahead_seconds as ahead`.execute(trx)
        const moved = Number(rows[0]?.ahead)
        if (moved > AHEAD_SECONDS_MAX) {
          throw apiError('CONFLICT', 'A sandbox can be moved at most ten years ahead. Start a new one.')
        }
        await movePresent(trx, moved)
        return moved
      })
    },
  }
}

/**
 * Refuses a database of a sandbox whose time was moved. On a real chain, its deadlines would be decided wrongly.
 *
 * @throws Error with a message for the operator
 */
export async function requireTrueClock(db: Database): Promise<void> {
  if ((await readAhead(db)) === 0) return
  throw new Error(
    'This database was a sandbox whose clock was moved forward. It cannot serve a real chain: use another database.',
  )
}

async function readAhead(db: Database): Promise<number> {
  const row = await db.selectFrom('sandbox_clock').select('ahead_seconds').executeTakeFirst()
  return Number(row?.ahead_seconds ?? 0)
}

/**
 * Sets the database's time. A function with a single expression is inlined, so the shifted time costs no more
 * than `now()`.
 */
async function movePresent(db: Database, aheadSeconds: number): Promise<void> {
  const body = sql.lit(`select now() + interval '${Math.trunc(aheadSeconds)} seconds'`)
  await sql`create or replace function service_now() returns timestamptz language sql stable as ${body}`.execute(
    db,
  )
}

export type TimeMachine = ReturnType<typeof createTimeMachine>

/**
 * Creates the time machine of a sandbox, which moves the time of the service, its database and its chain. Only the
 * context of a sandbox has a time machine.
 */
export function createTimeMachine(parts: { clock: SandboxClock; chain: Pick<EmbeddedChain, 'mineNow'> }): {
  aheadSeconds: () => number
  advance: (seconds: number) => Promise<void>
} {
  return {
    aheadSeconds: parts.clock.aheadSeconds,
    advance: async (seconds: number) => {
      await parts.clock.advance(seconds)
      // Mines an empty block at the new time, because calls are simulated at the time of the newest block.
      await parts.chain.mineNow()
    },
  }
}
