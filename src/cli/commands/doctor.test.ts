import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startProvider } from '#bff/testing/identity-provider.ts'
import { serve } from '#cli/serve.ts'
import { parseSettings } from '#cli/settings.ts'
import { runCommand } from '#cli/testing/run-command.ts'
import { listenLocally } from '#protocol/testing/listen-locally.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { openDatabase } from '#service/index.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { startFaultyNode } from '#service/testing/faulty-node.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { startPolicySignerStandIn } from '#service/testing/policy-signer-stand-in.ts'
import { createPostgresDatabase, makeDataFolder } from '#service/testing/test-database.ts'
import { deployContracts } from './deploy-contracts.ts'
import { doctor } from './doctor.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''
const RELAYER_KEY = `0x${randomBytes(32).toString('hex')}` as const
const RELAYER = privateKeyToAddress(RELAYER_KEY)

const folder = await mkdtemp(join(tmpdir(), 'latchkey-doctor-'))
const old = await startPlainAnvil({ hardfork: 'shanghai' })
const anvil = await startPlainAnvil()
const node = await startFaultyNode(anvil.url)
await old.fund(RELAYER, 10n ** 20n)
afterEach(() => void (node.fault = 'none'))
afterAll(async () => {
  await node?.close()
  await Promise.all([old, anvil].map((one) => one?.stop()))
  await rm(folder, { recursive: true, force: true })
})

const settings = (rpcUrl: string, dataDir = join(folder, 'never-started')) => ({
  DATA_DIR: dataDir,
  PUBLIC_URL: 'https://wallets.example',
  RPC_URL: rpcUrl,
  CHAIN_ID: '77001',
  RELAYER_PRIVATE_KEY: RELAYER_KEY,
})
const LACKS = /lacks opcodes that the wallets need/

describe('a chain before Cancun', () => {
  test('error: doctor reports the missing opcode and fails, before the first start and after it', async () => {
    const started = await makeDataFolder('data')
    for (const dataDir of [undefined, started]) {
      const { answer, failed } = await runCommand(doctor, [], settings(old.url, dataDir))
      expect(answer).toMatch(/✗ chain .*lacks opcodes that the wallets need/)
      expect(failed).toBe(true)
    }
    await rm(started, { recursive: true, force: true })
  })

  test('error: deploy-contracts and serve do not start on it and send nothing', async () => {
    const environment = settings(old.url, join(folder, 'old'))
    await expect(runCommand(deployContracts, [], environment)).rejects.toThrow(LACKS)
    const started = serve(
      parseSettings({ ...environment, EMBEDDED_DATABASE: 'accepted', PORT: '0', LOG_LEVEL: 'silent' }),
    )
    await expect(started).rejects.toThrow(LACKS)
    expect(await old.rpc.request(quantitySchema, 'eth_getTransactionCount', [RELAYER, 'latest'])).toBe(0n)
  })
})

describe('doctor before the first start with the embedded database', () => {
  test('error: fails if the node does not respond', async () => {
    const { answer, failed } = await runCommand(doctor, [], settings('http://127.0.0.1:1'))
    expect(answer).toMatch(/✗ chain .*\n.*→ check RPC_URL and CHAIN_ID and the node they name/)
    expect(failed).toBe(true)
  })

  test('error: fails if the relayer has no funds, and checks opcodes and logs', async () => {
    const { answer, failed } = await runCommand(doctor, [], settings(node.url))
    expect(answer).toMatch(/✓ opcodes/)
    expect(answer).toMatch(/✓ history/)
    expect(answer).toMatch(/! bundles .* is not deployed yet\n.*→ run “latchkey deploy-contracts”/)
    expect(answer).toMatch(/✗ relayer .* has 0 wei/)
    expect(answer).toMatch(/✓ node +asked at pending; tip by eth_maxPriorityFeePerGas/)
    expect(answer).toMatch(/✓ fees +at most \d+ wei per gas now, tip \d+, limit 1000000000000/)
    expect(failed).toBe(true)
  })

  test('error: fails if the fee limit is below the chain’s current fee', async () => {
    const { answer, failed } = await runCommand(doctor, [], { ...settings(node.url), FEE_PER_GAS_MAX: '1' })
    expect(answer).toMatch(/✗ fees .*more than the limit of 1 wei per gas\n.*→ raise FEE_PER_GAS_MAX/)
    expect(failed).toBe(true)
  })

  test('behavior: finds the factory and the bundle contract after deployment', async () => {
    await anvil.fund(RELAYER, 10n ** 20n)
    const environment = settings(node.url, join(folder, 'deployed'))
    await runCommand(deployContracts, [], environment)
    const { answer } = await runCommand(doctor, [], environment)
    expect(answer).toMatch(/✓ factory/)
    expect(answer).toMatch(/✓ bundles/)
  })

  test('error: fails if the node’s logs cannot be parsed', async () => {
    await anvil.fund(RELAYER, 10n ** 20n)
    node.fault = 'strange-logs'
    const { answer, failed } = await runCommand(doctor, [], settings(node.url))
    expect(answer).toMatch(/✗ history .*eth_getLogs in an unknown format/)
    expect(failed).toBe(true)
  })
})

describe('doctor with a remote policy signer', () => {
  const check = (remote: string, more: object = {}) =>
    runCommand(doctor, [], { ...settings(node.url), POLICY_SIGNER_URL: remote, ...more })

  test('behavior: counts the accounts, and requests one signature', async () => {
    const remote = await startPolicySignerStandIn(2)
    const { answer } = await check(remote.url)
    expect(answer).toMatch(/✓ policy signer +the remote signer has 2 accounts, 0 in use/)
    expect(remote.state.asked).toHaveLength(1)
    await remote.stop()
  })

  test('error: fails with the setting’s name if the policy signer or the relayer’s signer is unreachable', async () => {
    const away = await check('http://127.0.0.1:1')
    expect(away.answer).toMatch(
      /✗ policy signer +POLICY_SIGNER_URL does not respond.*\n.*→ check POLICY_SIGNER_URL and the signer it names/,
    )
    expect(away.failed).toBe(true)
    const shared = await startPlainAnvil({ accounts: 1 })
    const more = { RELAYER_PRIVATE_KEY: undefined, RELAYER_SIGNER_URL: shared.url }
    const { answer, failed } = await check(shared.url, more)
    expect(answer).toMatch(/✗ policy signer +POLICY_SIGNER_URL names 0x.{40}, which is a relayer key/)
    expect(failed).toBe(true)
    await shared.stop()
  })

  test('error: fails if the signer lacks a policy signer’s key, or if no signer is set', async () => {
    const dataDir = await makeDataFolder('policy-signer')
    const environment = { ...settings(node.url, dataDir), EMBEDDED_DATABASE: 'accepted' }
    const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
    const { id } = await createOrganization(database.db, { name: 'Demo', now: new Date() })
    await sql`insert into policy_signers (id, organization_id, address, created_at)
      values (${id}, ${id}, ${RELAYER.toLowerCase()}, now())`.execute(database.db)
    await database.close()
    const unset = await runCommand(doctor, [], environment)
    expect(unset.answer).toContain(
      `POLICY_SIGNER_URL is not set, but its signer holds the keys of ${RELAYER}`,
    )
    const remote = await startPolicySignerStandIn()
    const { answer, failed } = await runCommand(doctor, [], { ...environment, POLICY_SIGNER_URL: remote.url })
    expect(answer).toContain(`✗ policy signer  the signer at POLICY_SIGNER_URL has no key for ${RELAYER}`)
    expect(failed).toBe(true)
    await remote.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
})

test.skipIf(POSTGRES === '')(
  'behavior: checks the chain and the session on Postgres before the first migration',
  async () => {
    const database = await createPostgresDatabase(POSTGRES)
    const { answer } = await runCommand(doctor, [], { ...settings(anvil.url), DATABASE_URL: database.url })
    expect(answer).toMatch(/! migrations +not applied yet/)
    expect(answer).toMatch(/✓ session /)
    expect(answer).toMatch(/✓ notifications /)
    expect(answer).toMatch(/✓ chain +id 77001/)
    await database.drop()
  },
)

test('behavior: warns about an embedded database on a real chain and explains the consequence', async () => {
  const dataDir = await makeDataFolder('embedded')
  const { answer } = await runCommand(doctor, [], settings(node.url, dataDir))
  expect(answer).toMatch(/! database .*embedded, .*\n.*→ it supports only one process.*DATABASE_URL/)
  const sandbox = await runCommand(doctor, [], { DATA_DIR: dataDir })
  expect(sandbox.answer).toMatch(/✓ database .*embedded, /)
  await rm(dataDir, { recursive: true, force: true })
})

describe('doctor before a hosted service', () => {
  test.each([
    [200, /✓ service .* accepts the key/, false],
    [403, /✓ service .* accepts the key/, false],
    [401, /✗ service .*refuses the API key: check UPSTREAM_API_KEY/, true],
    [502, /✗ service .*responds with 502: check UPSTREAM_URL/, true],
    [undefined, /✗ service .*\n.*→ check UPSTREAM_URL and the service it names/, true],
  ])(
    'behavior: reports a service that responds with %s, and does not print the key',
    async (status, line, fails) => {
      const server = createServer((_request, response) => void response.writeHead(status ?? 200).end('{}'))
      const port = await listenLocally(server)
      if (status === undefined) await new Promise((resolve) => server.close(resolve))
      const { answer, failed } = await runCommand(doctor, [], {
        DATA_DIR: join(folder, 'bff'),
        PUBLIC_URL: 'https://wallets.example',
        ROLE: 'bff',
        UPSTREAM_URL: `http://127.0.0.1:${port}/v1/baas`,
        UPSTREAM_API_KEY: 'pk_live_canary',
      })
      if (status !== undefined) await new Promise((resolve) => server.close(resolve))
      expect(answer).toMatch(line)
      expect(answer).not.toContain('canary')
      expect(failed).toBe(fails)
    },
  )
})

describe('doctor before an identity provider', () => {
  test.each([
    ['of the issuer', (issuer: string) => issuer, /✓ sign-in .* is an OpenID provider/],
    [
      'of another issuer',
      () => 'https://elsewhere.example',
      /✗ sign-in .*names another issuer than OIDC_ISSUER/,
    ],
    ['without one', () => null, /✗ sign-in .*\n.*→ check OIDC_ISSUER/],
  ])('behavior: reports a configuration %s, and does not print the secret', async (_, named, line) => {
    const client = { clientId: 'latchkey', clientSecret: 'canary' }
    const callback = 'https://wallets.example/sign-in/provider'
    const published: Record<string, unknown> = {}
    const provider = await startProvider({ client, callback, published })
    published['issuer'] = named(provider.issuer)
    const { answer } = await runCommand(doctor, [], {
      DATA_DIR: join(folder, 'oidc'),
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
    })
    await provider.close()
    expect(answer).toMatch(line)
    expect(answer).not.toContain('canary')
  })
})
