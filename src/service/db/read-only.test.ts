import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openTestPGlite } from '#service/testing/test-database.ts'
import type { Database } from './database.ts'
import { findReadOnlyCause, requireWritable, waitForWrites } from './read-only.ts'

/** Makes the session believe that the server is a standby, which an embedded engine cannot be. */
const STANDBY = `
  create schema standby;
  create function standby.pg_is_in_recovery() returns boolean language sql as 'select true';
  set search_path = standby, pg_catalog, public`

test.each([
  ['a standby', STANDBY, 'standby', /it is a standby.*set DATABASE_URL to the primary/],
  [
    'a role whose sessions only read',
    'set default_transaction_read_only = on',
    'sessions',
    /sessions so.*set default_transaction_read_only = off/,
  ],
])(
  'error: %s is refused, and the sentence names DATABASE_URL and the next step',
  async (_, refuse, cause, words) => {
    const { db, close } = await openTestPGlite()
    expect(await findReadOnlyCause(db)).toBeUndefined()
    await requireWritable(db)
    for (const statement of refuse.split(/;\n/)) await sql.raw(statement).execute(db)
    expect(await findReadOnlyCause(db)).toBe(cause)
    await expect(requireWritable(db)).rejects.toThrow(words)
    await close()
  },
)

describe('a wait for writes', () => {
  const setReadOnly = (db: Database, value: 'on' | 'off') =>
    sql.raw(`set default_transaction_read_only = ${value}`).execute(db)

  /** Opens a database that a test can make read-only or unreachable, and records the steps of a wait for it. */
  async function openWorld() {
    const { db, close } = await openTestPGlite()
    const steps: string[] = []
    const state = { isAway: false }
    const open = () => {
      if (state.isAway) throw new Error('connect ECONNREFUSED')
      return { db, close: async () => void steps.push('look') }
    }
    /** `then` is called at the beginning of the wait. */
    const wait = (waitMsMax: number, then: () => Promise<unknown>) =>
      waitForWrites(open, {
        waitMsMax,
        pollMs: 1,
        onWait: async ({ detail }) => {
          steps.push(detail)
          await then()
          return async () => void steps.push('end')
        },
      })
    return { db, close, steps, state, wait }
  }
  const READ_ONLY_SESSIONS = expect.stringMatching(/^the database is read-only: a setting/)

  test('behavior: a database that accepts writes → no wait', async () => {
    const { close, steps, wait } = await openWorld()
    await wait(0, async () => undefined)
    expect(steps).toEqual(['look'])
    await close()
  })

  test('behavior: a read-only database becomes writable → the wait ends, and both are reported once', async () => {
    const { db, close, steps, wait } = await openWorld()
    await setReadOnly(db, 'on')
    await wait(60_000, () => setReadOnly(db, 'off'))
    expect(steps).toEqual(['look', READ_ONLY_SESSIONS, 'look', 'end'])
    await close()
  })

  test('behavior: the database cannot be reached during the wait → tries again', async () => {
    const { db, close, steps, state, wait } = await openWorld()
    await setReadOnly(db, 'on')
    const waiting = wait(60_000, async () => {
      state.isAway = true
      setTimeout(() => (state.isAway = false), 20)
      await setReadOnly(db, 'off')
    })
    await waiting
    expect(steps).toEqual(['look', READ_ONLY_SESSIONS, 'look', 'end'])
    await close()
  })

  test.each([
    ['read-only', false, /^DATABASE_URL: the database is read-only/],
    ['unreachable', true, /^connect ECONNREFUSED/],
  ])('error: %s for too long → refused with the reason', async (_, isAway, sentence) => {
    const { db, close, steps, state, wait } = await openWorld()
    await setReadOnly(db, 'on')
    const refused = wait(20, async () => (state.isAway = isAway))
    await expect(refused).rejects.toThrow(sentence)
    expect(steps.at(-1)).toBe('end')
    await close()
  })
})
