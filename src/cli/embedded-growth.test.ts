import { rm } from 'node:fs/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, type OpenDatabase } from '#service/index.ts'
import { makeDataFolder } from '#service/testing/test-database.ts'
import { describeEmbeddedGrowth, readEmbeddedGrowth, watchEmbeddedGrowth } from './embedded-growth.ts'

const GIGABYTE = 2 ** 30
const SMALL = { databaseBytes: 2 ** 20, freeDiskBytes: 100 * GIGABYTE, chainMemoryBytes: null }

async function openEmbedded(): Promise<{ database: OpenDatabase; dataDir: string }> {
  const dataDir = await makeDataFolder('embedded-growth')
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  onTestFinished(async () => {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { database, dataDir }
}

test.each([
  [{}, undefined],
  [
    { databaseBytes: 1.5 * GIGABYTE },
    /^the embedded database has 1\.5 GB .* move to Postgres before it is full \(latchkey move-database\)/,
  ],
  [
    { freeDiskBytes: GIGABYTE },
    /has 1 MB and grows with each transaction, and 1\.0 GB of its disk are free: move/,
  ],
  [{ chainMemoryBytes: GIGABYTE }, /^the sandbox's chain uses 1\.0 GB of memory, .* begin a new sandbox/],
])('behavior: %o → %s', (large, sentence) => {
  const described = describeEmbeddedGrowth({ ...SMALL, ...large })
  if (sentence === undefined) expect(described).toBeUndefined()
  else expect(described).toMatch(sentence)
})

test('behavior: reads the sizes of an embedded database, and logs the sentence at the start', async () => {
  const { database, dataDir } = await openEmbedded()
  const chainMemory = () => GIGABYTE
  const growth = await readEmbeddedGrowth({ database, dataDir, chainMemory })
  expect(growth?.databaseBytes).toBeGreaterThan(2 ** 20)
  expect(growth?.freeDiskBytes).toBeGreaterThan(0)
  expect(growth?.chainMemoryBytes).toBe(GIGABYTE)
  const postgres: OpenDatabase = { ...database, engine: 'postgres' }
  expect(await readEmbeddedGrowth({ database: postgres, dataDir, chainMemory })).toBeUndefined()

  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const watch = watchEmbeddedGrowth({ database, dataDir, chainMemory }, log)
  await expect.poll(() => lines.join('')).toContain('uses 1.0 GB of memory')
  await watch.stop()
})
