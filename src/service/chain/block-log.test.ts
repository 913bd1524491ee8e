import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBlockLog, type BlockRecord } from './block-log.ts'

const RECORD: BlockRecord = { kind: 'mine', timestamp: 1_700_000_000 }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-log-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('behavior: closes once, after everything appended is on the disk, however often it is called', async () => {
  const path = join(folder, 'blocks-0.log')
  for (let round = 1; round <= 20; round += 1) {
    const log = openBlockLog(path, true)
    log.append(RECORD)
    let isSynced = false
    const flushing = log.flush().then(() => (isSynced = true))
    await log.close()
    expect(isSynced).toBe(true)
    await flushing
    await log.close()
  }
  const again = openBlockLog(path, true)
  expect(again.records).toHaveLength(20)
  await again.close()
})
