import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { runOn, replaceDatabase } from '#service/testing/postgres-statements.ts'
import { findEncodingFault } from './database-encoding.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { openPostgres } from './open-postgres.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''

/** Runs work on a new, empty database of an encoding. */
async function withDatabase(encoding: string, work: (url: string) => Promise<void>): Promise<void> {
  const name = `encoded_${randomBytes(6).toString('hex')}`
  const made = `encoding '${encoding}' lc_collate 'C' lc_ctype 'C' template template0`
  await runOn(POSTGRES, (query) => query(`create database ${name} ${made}`))
  try {
    await work(replaceDatabase(POSTGRES, name))
  } finally {
    await runOn(POSTGRES, (query) => query(`drop database ${name} with (force)`))
  }
}

describe.skipIf(POSTGRES === '')('the encoding of a database', () => {
  test.each(['LATIN1', 'SQL_ASCII'])(
    'error: an empty database in %s is refused before it has tables (IQSS/dataverse 8278)',
    async (encoding) => {
      await withDatabase(encoding, async (databaseUrl) => {
        const opening = openDatabase({ databaseUrl, dataDir: '', log: pino({ level: 'silent' }) })
        await expect(opening).rejects.toThrow(
          `DATABASE_URL: the database stores text in ${encoding}, which has no room for every character: make one with`,
        )
      })
    },
  )

  test('behavior: a database in LATIN1 that is in use goes on, and says so in the log and to doctor', async () => {
    await withDatabase('LATIN1', async (databaseUrl) => {
      const lines: string[] = []
      const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
      const before = openPostgres({ databaseUrl, log })
      await migrate(before.db)
      await before.close()
      const opened = await openDatabase({ databaseUrl, dataDir: '', log })
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ alarm: 'database-encoding' }])
      expect(await findEncodingFault(opened.db)).toMatchObject({
        detail: expect.stringContaining('in LATIN1'),
      })
      await opened.close()
    })
  })
})
