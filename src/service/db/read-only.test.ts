import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestPGlite } from '#service/testing/test-database.ts'
import { findReadOnlyCause, requireWritable } from './read-only.ts'

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
