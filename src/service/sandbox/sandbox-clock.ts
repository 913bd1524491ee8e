import { sql } from 'kysely'
import type { Database } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { EmbeddedChain } from '#service/chain/embedded-chain.ts'

const ONLY_ROW = 1
/** Ten years: a chain's time does not go back, so a sandbox that went too far could only be thrown away. */
const AHEAD_SECONDS_MAX = 3_660 * 86_400

type SandboxClock = Awaited<ReturnType<typeof openSandboxClock>>

/**
 * The clock of a sandbox: the machine's, and how far it was moved forward before. The stored offset decides: the
 * database's own present (`service_now()`) is made to agree with it. One process alone has a sandbox's chain, so no
 * other has to be notified.
 */
export async function openSandboxClock(db: Database) {
  let ahead = await readAhead(db)
  if (ahead > 0) await movePresent(db, ahead)
  return {
    now: () => new Date(Date.now() + ahead * 1_000),
    outside: () => new Date(),
    aheadSeconds: () => ahead,
    /** Moves the present of this process and of the database forward, for good. @throws CONFLICT beyond ten years */
    advance: async (seconds: number) => {
      ahead = await db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ ahead: string }>`
          insert into sandbox_clock (id, ahead_seconds) values (${ONLY_ROW}, ${seconds})
          on conflict (id) do update set ahead_seconds = sandbox_clock.ahead_seconds + excluded.ahead_seconds
          returning ahead_seconds as ahead`.execute(trx)
        const moved = Number(rows[0]?.ahead)
        if (moved > AHEAD_SECONDS_MAX) {
          throw apiError('CONFLICT', 'A sandbox goes at most ten years ahead. Begin a new one.')
        }
        await movePresent(trx, moved)
        return moved
      })
    },
  }
}

/**
 * A database that was a sandbox may have a present of its own, by which nothing real can be decided.
 *
 * @throws Error with a sentence for the operator
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

/** A function that is one expression is planned as that expression: the shifted present costs no more than `now()`. */
async function movePresent(db: Database, aheadSeconds: number): Promise<void> {
  const body = sql.lit(`select now() + interval '${Math.trunc(aheadSeconds)} seconds'`)
  await sql`create or replace function service_now() returns timestamptz language sql stable as ${body}`.execute(
    db,
  )
}

export type TimeMachine = ReturnType<typeof createTimeMachine>

/** Moves the time of a sandbox: of the service, its database and its chain. Only a sandbox's context has one. */
export function createTimeMachine(parts: { clock: SandboxClock; chain: Pick<EmbeddedChain, 'mineNow'> }) {
  return {
    aheadSeconds: parts.clock.aheadSeconds,
    advance: async (seconds: number) => {
      await parts.clock.advance(seconds)
      // An empty block in the new present: calls are simulated in the time of the newest one.
      await parts.chain.mineNow()
    },
  }
}
