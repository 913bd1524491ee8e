import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadRelayerKey } from './relayer-key.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-key-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('behavior: creates a key once, readable only by its owner', async () => {
  const inNewFolder = { dataDir: join(dataDir, 'new') }
  const keys = await Promise.all([loadRelayerKey(inNewFolder), loadRelayerKey(inNewFolder)])
  expect(new Set([...keys, await loadRelayerKey(inNewFolder)]).size).toBe(1)
  expect(keys[0]).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await readdir(inNewFolder.dataDir)).toEqual(['relayer.key'])
  const path = join(inNewFolder.dataDir, 'relayer.key')
  await chmod(path, 0o644)
  await loadRelayerKey(inNewFolder)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('error: does not replace a damaged file', async () => {
  await writeFile(join(dataDir, 'relayer.key'), '0x1234')
  await expect(loadRelayerKey({ dataDir })).rejects.toThrow(/is damaged/)
})
