import { spawn } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { DirectoryLockedError, lockDirectory } from './directory-lock.ts'

const directory = await mkdtemp(join(tmpdir(), 'latchkey-lock-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

test('behavior: refuses a second holder in one sentence that names the folder', async () => {
  const first = await lockDirectory(directory)
  const second = lockDirectory(directory)
  await expect(second).rejects.toThrow(DirectoryLockedError)
  await expect(lockDirectory(directory)).rejects.toThrow(`is using the data folder ${directory}`)
  await first.release()
})

test('behavior: the folder is free again after release', async () => {
  const first = await lockDirectory(directory)
  await first.release()
  const second = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow(DirectoryLockedError)
  await second.release()
})

test('behavior: another spelling of the same folder is the same folder', async () => {
  const link = `${directory}-link`
  await symlink(directory, link, 'dir')
  const first = await lockDirectory(directory)
  await expect(lockDirectory(join(link, '.'))).rejects.toThrow(DirectoryLockedError)
  await first.release()
  await rm(link)
})

test('behavior: exactly one of 20 simultaneous attempts gets the lock', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(directory)))
  const won = attempts.filter((attempt) => attempt.status === 'fulfilled')
  expect(won).toHaveLength(1)
  await won[0]!.value.release()
})

test('behavior: refuses another process, and kill -9 of that process frees the folder', async () => {
  const holder = await startHolder(directory)
  await expect(lockDirectory(directory)).rejects.toThrow(DirectoryLockedError)
  const ended = new Promise((resolve) => holder.once('exit', resolve))
  holder.kill('SIGKILL')
  await ended
  const lock = await lockDirectory(directory)
  await lock.release()
})

/** Starts a process that holds the lock of a folder until it is killed. Resolves once the process has the lock. */
function startHolder(folder: string) {
  const module = fileURLToPath(new URL('./directory-lock.ts', import.meta.url))
  const script = `
    import { lockDirectory } from ${JSON.stringify(module)}
    await lockDirectory(${JSON.stringify(folder)})
    setInterval(() => {}, 1000)
    process.stdout.write('held')`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise<typeof child>((resolve, reject) => {
    child.stdout.once('data', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`the holder ended with ${code}`)))
  })
}
