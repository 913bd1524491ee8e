import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import type { BffTables } from '#bff/index.ts'
import { CommandError, UsageError } from '#cli/command.ts'
import { ensureOrganization } from '#cli/organization-with-key.ts'
import { parseSettings } from '#cli/settings.ts'
import { runCommand } from '#cli/testing/run-command.ts'
import { withOperations } from '#cli/with-operations.ts'
import { lockDirectory, openDatabase } from '#service/index.ts'
import { makeDataFolder } from '#service/testing/test-database.ts'
import { admins } from './admins.ts'
import { backup, restore } from './backup.ts'
import { doctor } from './doctor.ts'
import { domains } from './domains.ts'
import { keys } from './keys.ts'
import { organizations } from './organizations.ts'
import { rotateSecret } from './rotate-secret.ts'

const folder = await mkdtemp(join(tmpdir(), 'latchkey-commands-'))
const place = { DATA_DIR: await makeDataFolder('data') }
afterAll(() => Promise.all([folder, place.DATA_DIR].map((one) => rm(one, { recursive: true, force: true }))))

/** Creates the rows that the first start of a deployment without the sandbox creates. */
async function startOnce(environment: Record<string, string>): Promise<void> {
  const settings = parseSettings(environment)
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ dataDir: settings.dataDir, log })
  const clock = { now: () => new Date() }
  const storedApiKey = () => Promise.resolve(undefined)
  const context = { db: database.db, clock }
  await ensureOrganization(settings, context, storedApiKey)
  await database.close()
}

const secretKey = () => readFile(join(place.DATA_DIR, 'secret.key'), 'utf8')

describe('a person who has lost every passkey', () => {
  test('behavior: gets a link from the operator, which is stored as a hash and recorded in the audit log', async () => {
    const lost = { DATA_DIR: await makeDataFolder('lost') }
    expect((await runCommand(admins, ['list'], lost)).answer).toBe('(none)')
    const now = new Date()
    await withOperations(
      { environment: lost, print: () => {}, note: () => {}, fail: () => {} },
      async (of) => {
        const db = of.database.db.withTables<BffTables>()
        const organization = {
          id: 'org-1',
          name: 'Acme',
          api_key_sealed: '',
          created_at: now,
          updated_at: now,
        }
        await db.insertInto('bff_organization').values(organization).execute()
        const twins = ['a', 'b', 'c'].map((id) => ({
          id,
          name: id === 'a' ? 'Ada' : 'Bob',
          user_handle: id,
          created_at: now,
        }))
        await db.insertInto('bff_admin').values(twins).execute()
        const member = { organization_id: 'org-1', role: 'owner' as const, created_at: now, entered_at: now }
        await db
          .insertInto('bff_member')
          .values(twins.map(({ id }) => ({ ...member, admin_id: id })))
          .execute()
      },
    )
    const listed = await runCommand(admins, ['list', '--json'], lost)
    expect(JSON.parse(listed.answer)[0]).toEqual({
      id: 'a',
      name: 'Ada',
      organizations: ['Acme'],
      passkeys: 0,
    })
    const made = await runCommand(admins, ['recover', 'Ada'], lost)
    expect(made.answer).toMatch(/^http:\/\/localhost:4000\/recover#token=[\w-]{43}$/)
    expect(made.notes).toContain('This link is for Ada. It works once, until ')
    await withOperations(
      { environment: lost, print: () => {}, note: () => {}, fail: () => {} },
      async (of) => {
        const db = of.database.db.withTables<BffTables>()
        const entries = await db
          .selectFrom('bff_audit_entry')
          .select(['action', 'target', 'details'])
          .execute()
        expect(entries).toMatchObject([{ action: 'member.recovery-started', target: 'a' }])
        const stored = await db.selectFrom('bff_recovery').selectAll().execute()
        expect(stored).toMatchObject([{ admin_id: 'a', kind: 'link', started_by_id: null }])
        expect(made.answer).not.toContain(stored[0]?.token_hash)
      },
    )
    await expect(runCommand(admins, ['recover', 'Bob'], lost)).rejects.toThrow(
      'Several people are called “Bob”',
    )
    await expect(runCommand(admins, ['recover', 'Eve'], lost)).rejects.toThrow('There is no “Eve”')
    await rm(lost.DATA_DIR, { recursive: true })
  })
})

describe('an organization created on the command line', () => {
  test('behavior: is created with a key and a verified domain, and listed as JSON', async () => {
    const made = await runCommand(organizations, ['create', 'Acme', '--domain', 'Shop.Example'], place)
    expect(made.answer).toMatch(/^organization {2}[0-9a-f-]{36} {2}Acme\nAPI key {7}pk_live_/)
    expect(made.notes).toContain('shown only once')
    const listed = await runCommand(domains, ['list', '--json'], place)
    expect(JSON.parse(listed.answer)).toMatchObject([
      { domain: 'shop.example', verifiedAtDatetime: expect.any(String) },
    ])
  })

  test('behavior: the documented command renames the organization that the first start created for the host', async () => {
    const started = { DATA_DIR: await makeDataFolder('started'), PUBLIC_URL: 'https://wallets.example' }
    await startOnce(started)
    const args = ['create', 'Acme', '--domain', 'wallets.example']
    const made = await runCommand(organizations, args, started)
    expect(made.answer).toMatch(/^organization {2}[0-9a-f-]{36} {2}Acme\nAPI key {7}pk_live_/)
    expect(made.notes).toContain('It now has this name')
    const listed = await runCommand(organizations, ['list', '--json'], started)
    expect(JSON.parse(listed.answer)).toMatchObject([{ name: 'Acme' }])
    // The organization now has a name, so a second rename fails with instructions.
    await expect(runCommand(organizations, args.with(1, 'Other'), started)).rejects.toThrow(
      /verified for another organization[\s\S]*latchkey organizations list[\s\S]*latchkey keys issue/,
    )
    await rm(started.DATA_DIR, { recursive: true })
  })

  test('behavior: a rotated key names its successor, and its secret is never listed', async () => {
    const [first] = JSON.parse((await runCommand(keys, ['list', '--json'], place)).answer)
    const rotated = await runCommand(keys, ['rotate', first.id, '--grace', '60', '--json'], place)
    const { id, secret } = JSON.parse(rotated.answer)
    const listed = await runCommand(keys, ['list', '--json'], place)
    expect(JSON.parse(listed.answer)).toMatchObject([{ id }, { id: first.id, replacedByKeyId: id }])
    expect(listed.answer).not.toContain(secret)
  })

  test('error: a command that cannot run next to a server says what to do instead', async () => {
    const lock = await lockDirectory(place.DATA_DIR)
    await expect(runCommand(keys, ['list'], place)).rejects.toThrow(
      /Stop the server and run this command again\. While it runs, use the console/,
    )
    await expect(runCommand(backup, [join(folder, 'b.tar.gz')], place)).rejects.toThrow(
      'stop it during the backup',
    )
    await lock.release()
  })

  test.each([
    [keys, [], 'The action is missing. Use issue, list, revoke, rotate.'],
    [keys, ['burn'], '“burn” is not an action. Use issue, list, revoke, rotate.'],
    [keys, ['list', '--bogus'], "Unknown option '--bogus'."],
    [
      organizations,
      ['set-gas-budget', 'Acme', '1.5'],
      'The budget must be a whole number of wei, “none” or “default”.',
    ],
    [backup, [], 'The file is missing.'],
  ])('error: reports invalid arguments before anything is opened', async (command, args, sentence) => {
    await expect(runCommand(command, args, { DATA_DIR: '/nonexistent/data' })).rejects.toThrow(
      new UsageError(sentence),
    )
  })
})

describe('backup and restore', () => {
  test('behavior: a restored folder has the same keys and secret, and a non-empty folder is not overwritten', async () => {
    const file = join(folder, 'backup.tar.gz')
    await runCommand(backup, [file], place)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await expect(runCommand(backup, [file], place)).rejects.toThrow('already exists')
    await expect(runCommand(restore, [file], place)).rejects.toThrow(/is not empty/)
    const other = { DATA_DIR: join(folder, 'restored') }
    await runCommand(restore, [file], other)
    const [here, there] = await Promise.all(
      [place, other].map((one) => runCommand(keys, ['list', '--json'], one)),
    )
    expect(there?.answer).toBe(here?.answer)
    expect(await readFile(join(other.DATA_DIR, 'secret.key'), 'utf8')).toBe(await secretKey())
  })
})

describe('rotate-secret', () => {
  test('behavior: creates a new key, and the old key no longer opens the database', async () => {
    const before = (await secretKey()).trim()
    await runCommand(rotateSecret, [], place)
    const after = (await secretKey()).trim()
    expect(after).not.toBe(before)
    const refused = runCommand(keys, ['list'], { ...place, SECRET_KEY: before })
    await expect(refused).rejects.toThrow('SECRET_KEY is not the one that this database was set up with')
    const examined = await runCommand(doctor, ['--json'], place)
    expect(examined.failed).toBe(false)
    expect(JSON.parse(examined.answer)).toContainEqual(
      expect.objectContaining({ check: 'secret', level: 'ok' }),
    )
  })

  test('error: asks for the old key if SECRET_KEY is set', async () => {
    const settings = { ...place, SECRET_KEY: randomBytes(32).toString('hex') }
    await expect(runCommand(rotateSecret, [], settings)).rejects.toThrow(CommandError)
  })
})

describe('doctor', () => {
  test('behavior: reports each problem and its fix, and fails', async () => {
    const { answer, failed } = await runCommand(doctor, [], {
      DATA_DIR: join(folder, 'empty'),
      DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none',
      PUBLIC_URL: 'http://wallets.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    expect(failed).toBe(true)
    expect(answer).toMatch(/✗ public url .*\n.*→ passkeys need https/)
    expect(answer).toMatch(/✗ database .*\n.*→ check DATABASE_URL and the server it names/)
    expect(answer).toMatch(/✗ mail .*\n.*→ check SMTP_URL and the server it names/)
    expect(answer).not.toContain('nothing@')
  })

  test('behavior: reports invalid settings with the name of every variable', async () => {
    const { answer, failed } = await runCommand(doctor, [], { PORT: 'x', LOG_LEVEL: 'loud' })
    expect(failed).toBe(true)
    expect(answer).toMatch(/PORT must be .*[\s\S]*LOG_LEVEL/)
  })
})
