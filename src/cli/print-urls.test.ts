import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setupLinkText } from './serve.ts'

const LINK = 'https://wallets.example/setup#token=canary'

let dataDir: string
let path: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-setup-'))
  path = join(dataDir, 'setup-link')
})
afterEach(() => rm(dataDir, { recursive: true }))

test('behavior: prints the link to a terminal and writes no file', async () => {
  expect(await setupLinkText({ setupUrl: LINK, dataDir, isPrintable: true })).toContain(LINK)
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test('behavior: prints the path of a file with the link to a log; only its owner can read the file, until the link is used', async () => {
  const text = await setupLinkText({ setupUrl: LINK, dataDir, isPrintable: false })
  expect(text).not.toContain('canary')
  expect(text).toContain(path)
  expect(await readFile(path, 'utf8')).toBe(`${LINK}\n`)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await setupLinkText({ setupUrl: undefined, dataDir, isPrintable: false })).toBe('')
  await expect(stat(path)).rejects.toThrow('ENOENT')
})
