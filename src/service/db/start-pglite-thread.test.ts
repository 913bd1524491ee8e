import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { protocol } from '@electric-sql/pglite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeDataFolder } from '#service/testing/test-database.ts'
import { startPGliteThread } from './start-pglite-thread.ts'

const { serialize } = protocol
let directory: string
beforeEach(async () => {
  directory = await makeDataFolder('thread')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** A message of its own each time: the engine takes it. */
const query = (text: string) => Uint8Array.from(serialize.query(text))
const textOf = (answer: Uint8Array) => Buffer.from(answer).toString('latin1')

describe('startPGliteThread', () => {
  test('behavior: this thread goes on while a query runs, and answers come in their order', async () => {
    const engine = await startPGliteThread(directory)
    const answered: string[] = []
    const slow = engine.exchange(query(`select 'slow', pg_sleep(0.2)`)).then((answer) => {
      answered.push('slow')
      return textOf(answer)
    })
    const fast = engine.exchange(query(`select 'fast'`)).then((answer) => {
      answered.push('fast')
      return textOf(answer)
    })
    let turns = 0
    while (answered.length === 0) {
      await nextTurn()
      turns += 1
    }
    expect(await slow).toContain('slow')
    expect(await fast).toContain('fast')
    expect(answered).toEqual(['slow', 'fast'])
    expect(turns).toBeGreaterThan(10)
    await engine.close()
  })

  test('behavior: what was asked before the closing is answered, and the next start finds it', async () => {
    const first = await startPGliteThread(directory)
    const stored = first.exchange(query(`create table kept as select 'kept' as word`))
    await first.close()
    expect(textOf(await stored)).toContain('SELECT 1')
    const second = await startPGliteThread(directory)
    expect(textOf(await second.exchange(query('select word from kept')))).toContain('kept')
    await second.close()
  })

  test('error: a closed engine refuses, and may be closed again', async () => {
    const engine = await startPGliteThread(directory)
    await engine.close()
    await expect(engine.exchange(query('select 1'))).rejects.toThrow('The embedded database is closed')
    await engine.close()
  })

  test('error: a folder that cannot be made is told at the start', async () => {
    await expect(startPGliteThread(join(directory, 'missing', 'deeper\0'))).rejects.toThrow()
  })
})
