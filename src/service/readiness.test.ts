import { sql } from 'kysely'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#server-kit/http/http-error.ts'
import { RpcError } from './chain/rpc.ts'
import { readinessReply } from './http/health.ts'
import { readinessChecks } from './readiness.ts'
import { serviceWorld } from './testing/service-world.ts'
import type { TestContext } from './testing/test-context.ts'
import { hasTestPostgres } from './testing/test-database.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await serviceWorld.context()
})
afterEach(() => ctx.close())

const partSchema = z.object({
  ready: z.boolean(),
  note: z.optional(z.string()),
  reason: z.optional(z.string()),
})
const replySchema = z.object({ checks: z.record(z.string(), partSchema) })

async function part(name: string) {
  const { content } = await readinessReply(readinessChecks(ctx))
  return z.parse(replySchema, content).checks[name]
}

test('behavior: a process stays ready after a newer version has migrated, and reports it', async () => {
  await sql`insert into service_migrations (name, timestamp) values ('9999-future', 'now')`.execute(ctx.db)
  expect(await part('migrations')).toEqual({ ready: true, note: 'there are newer ones: 9999-future' })
})

test('error: a process is not ready until its own migrations have run', async () => {
  await sql`delete from service_migrations where name = '0001-schema'`.execute(ctx.db)
  expect(await part('migrations')).toEqual({ ready: false, reason: 'not run yet: 0001-schema' })
})

// Changes settings of the connection. Only the embedded engine uses the same connection for every query.
test.skipIf(hasTestPostgres()).each([
  [
    'a disk without room',
    'takes no writes: is its disk full?',
    'set temp_file_limit = 0',
    'set temp_file_limit = -1',
  ],
  [
    'a database that is only read',
    'is read-only: does DATABASE_URL name a standby?',
    'set default_transaction_read_only = on',
    'set default_transaction_read_only = off',
  ],
])('error: with %s a process is not ready and reports “%s”', async (_what, reason, refuse, allow) => {
  await sql.raw(refuse).execute(ctx.db)
  expect(await part('database')).toEqual({ ready: false, reason })
  await sql.raw(allow).execute(ctx.db)
  expect(await part('database')).toEqual({ ready: true })
})

test('error: a node over its limit → the chain is away, and the reason says so (TrueFiEng/useDApp 1016)', async () => {
  const limited = new RpcError('eth_chainId', { code: 429, message: 'exceeded' })
  ctx.chain = { ...ctx.chain, rpc: { request: () => Promise.reject(limited) } }
  expect(await part('chain')).toEqual({
    ready: false,
    reason: 'the node has reached the limit of its provider',
  })
})

test('error: a node that refuses access → the chain is away, and the reason names the key (web3-arduino 20)', async () => {
  const refused = new RpcError('eth_chainId', { code: -32_600, message: 'project ID is required' }, 403)
  ctx.chain = { ...ctx.chain, rpc: { request: () => Promise.reject(refused) } }
  expect(await part('chain')).toEqual({
    ready: false,
    reason: 'the node refuses access: check the key in its address',
  })
})

test('error: a process whose chain accepts nothing is not ready, and reports why', async () => {
  ctx.chain = { ...ctx.chain, fault: () => 'takes nothing: its disk is full' }
  expect(await part('chain')).toEqual({ ready: false, reason: 'takes nothing: its disk is full' })
})

const SIGNER = {
  sign: async (): Promise<Hex> => '0x',
  transactionSigner: () => privateKeyToAccount(generatePrivateKey()),
  close: async () => {},
}

test('behavior: names the remote policy signer with its accounts', async () => {
  ctx.remotePolicySigner = { ...SIGNER, accounts: async () => ['0x00000000000000000000000000000000000000a1'] }
  expect(await part('policySigner')).toEqual({ ready: true, note: 'the remote signer has 1 account' })
  ctx.remotePolicySigner = undefined
  expect(await part('policySigner')).toBeUndefined()
})

test('error: a process without its remote policy signer stays ready, and names the setting and the next step', async () => {
  const sentence = 'POLICY_SIGNER_URL does not respond as a node does. Check the address and that it runs.'
  const away = async () => {
    throw new ApiError('CHAIN_FAILED', sentence)
  }
  ctx.remotePolicySigner = { ...SIGNER, accounts: away }
  expect(await part('policySigner')).toEqual({
    ready: true,
    note: `${sentence} Until then calls that a policy signer co-signs wait.`,
  })
})

test('behavior: tries a write once every few seconds, regardless of the number of readiness requests', async () => {
  const checks = readinessChecks(ctx)
  const lease = () =>
    sql<{ owner: string }>`select owner from leases where name = 'readiness'`.execute(ctx.db)
  await readinessReply(checks)
  const { rows } = await lease()
  expect(rows).toHaveLength(1)
  await Promise.all(Array.from({ length: 5 }, () => readinessReply(checks)))
  expect((await lease()).rows).toEqual(rows)
})
