import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { RELEASES, restoreRelease, type RestoredRelease } from '#cli/testing/release-data.ts'
import { openReleaseWorld } from '#cli/testing/release-world.ts'
import { runCommand } from '#cli/testing/run-command.ts'
import { doctor } from './doctor.ts'
import { migrate } from './migrate.ts'
import { rotateSecret } from './rotate-secret.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''
const NEW_KEY = '11'.repeat(32)
const sandboxFile = z.object({ apiKey: z.string() })
const customersSchema = z.object({ content: z.object({ customers: z.array(z.object({ id: z.string() })) }) })

describe.skipIf(POSTGRES === '')('rotate-secret on Postgres', () => {
  let restored: RestoredRelease
  let dataDir: string
  let oldKey: string
  beforeAll(async () => {
    restored = await restoreRelease(RELEASES[0], POSTGRES)
    await runCommand(migrate, [], restored.environment)
    dataDir = restored.environment['DATA_DIR'] ?? ''
    const path = join(dataDir, 'secret.key')
    oldKey = (await readFile(path, 'utf8')).trim()
    await rm(path)
    // The push key in the release's data was not sealed with its secret, so it cannot be sealed again.
    const database = await restored.open()
    await database.db.deleteFrom('push_keys').execute()
    await database.close()
  })
  afterAll(() => restored?.remove())

  /** Statuses of requests that need a sealed secret: the console's API key, and the passkeys of an end-user. */
  async function useSecrets(environment: Record<string, string>): Promise<number[]> {
    const database = await restored.open()
    const aheadMs = Date.parse(restored.facts.madeAt) + 60_000 - Date.now()
    const world = await openReleaseWorld({ dataDir, database, aheadMs, environment })
    try {
      const { apiKey } = sandboxFile.parse(JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8')))
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
      const state = await world.fetch('/sandbox/state', { headers })
      const [customer] = customersSchema.parse(await state.json()).content.customers
      const console = await world.fetch('/api/baas/wallets', { headers: restored.facts.adminHeaders })
      const path = `/sandbox/customers/${customer?.id}/payments`
      const payment = await world.fetch(path, { method: 'POST', headers, body: '{}' })
      return [console.status, payment.status]
    } finally {
      await world.close()
      await database.close()
    }
  }

  test('behavior: with both keys requests succeed before and after the rotation, and then the old key is refused', async () => {
    const both = { SECRET_KEY: NEW_KEY, SECRET_KEY_OLD: oldKey }
    expect(await useSecrets({ SECRET_KEY: oldKey })).toEqual([200, 200])
    expect(await useSecrets(both)).toEqual([200, 200])
    const rotated = await runCommand(rotateSecret, [], { ...restored.environment, ...both })
    expect(rotated.answer).toMatch(/^Re-encrypted secrets: [1-9]/)
    expect(rotated.notes).toContain('Remove SECRET_KEY_OLD now')
    expect(await useSecrets(both)).toEqual([200, 200])
    expect(await useSecrets({ SECRET_KEY: NEW_KEY })).toEqual([200, 200])
    await expect(useSecrets({ SECRET_KEY: oldKey })).rejects.toThrow('SECRET_KEY is not the one')
    const examined = await runCommand(doctor, ['--json'], { ...restored.environment, SECRET_KEY: NEW_KEY })
    expect(JSON.parse(examined.answer)).toContainEqual(
      expect.objectContaining({ check: 'secret', level: 'ok' }),
    )
  })
})
