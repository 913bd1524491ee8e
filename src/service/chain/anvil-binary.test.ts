import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AnvilMissingError, findAnvil } from './anvil-binary.ts'
import { startAnvil } from './anvil-process.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-anvil-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})
/** Simulates a platform for which npm has no package. */
const withoutPackage = () => vi.spyOn(process, 'arch', 'get').mockReturnValue('riscv64')

test('behavior: ANVIL_PATH takes precedence over the npm package of the platform', async () => {
  const binary = join(folder, 'anvil')
  await writeFile(binary, '')
  expect(findAnvil({ ANVIL_PATH: binary, PATH: '' })).toBe(binary)
  expect(findAnvil({ PATH: folder })).toMatch(/node_modules.*anvil$/)
})

test('error: a binary whose loader is missing, as on Alpine Linux → a message that says what to do', async () => {
  const binary = join(folder, 'anvil')
  await writeFile(binary, '#!/nowhere/ld-linux\n', { mode: 0o755 })
  const start = startAnvil(binary, { snapshotPath: undefined, blocksKept: 10 })
  await expect(start).rejects.toThrow(AnvilMissingError)
  await expect(start).rejects.toThrow(/does not start: .*Alpine.*ANVIL_PATH.*RPC_URL/)
})

test('behavior: without a package, uses ANVIL_PATH, else the PATH', async () => {
  withoutPackage()
  const binary = join(folder, 'anvil')
  await writeFile(binary, '')
  expect(findAnvil({ ANVIL_PATH: binary, PATH: '' })).toBe(binary)
  expect(findAnvil({ PATH: `/nowhere:${folder}` })).toBe(binary)
})

test('error: no binary → one message that says what to do', () => {
  withoutPackage()
  expect(() => findAnvil({ PATH: '' })).toThrow(AnvilMissingError)
  expect(() => findAnvil({ PATH: '' })).toThrow(/install Foundry.*ANVIL_PATH.*RPC_URL/)
  expect(() => findAnvil({ ANVIL_PATH: '/nowhere/anvil' })).toThrow('ANVIL_PATH names /nowhere/anvil')
})
