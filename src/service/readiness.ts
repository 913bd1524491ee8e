import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { MigrationState } from '#server-kit/db/migration-state.ts'
import { withDeadline } from '#server-kit/http/deadline.ts'
import { errorSentence } from '#server-kit/http/error-reply.ts'
import type {
  HasChain,
  HasClock,
  HasDatabase,
  HasRelay,
  HasRemotePolicySigner,
} from '#service/context-parts.ts'
import { takeLease } from '#service/db/leases.ts'
import { describeWays } from './chain/node-report.ts'
import type { RemotePolicySigner } from './chain/remote-policy-signer.ts'
import { blockSchema, quantitySchema } from './chain/rpc-schemas.ts'
import { isAccessRefused, isOverLimit } from './chain/rpc.ts'
import { isDeployed } from './chain/wallet-contract.ts'
import type { Database } from './db/database.ts'
import { migrationState } from './db/migrate.ts'
import { blocksBehind } from './holdings/index-progress.ts'
import { atMostEvery, NotReady, ofSharedPart, PartAway, type ReadinessCheck } from './http/health.ts'
import type { LaneFunds } from './relayer/relay.ts'

/** Minimum interval between write checks in milliseconds, regardless of the number of requests. */
const WRITE_EVERY_MS = 5_000

/** SQLSTATE read_only_sql_transaction. */
const readOnlySchema = z.object({ code: z.literal('25006') })
const READ_ONLY = 'is read-only: does DATABASE_URL name a standby?'

/** Checks that a write succeeds. With a full disk, reads still work, but no important request succeeds. */
export function databaseCheck(db: Database): ReadinessCheck {
  return atMostEvery(WRITE_EVERY_MS, async () => {
    try {
      await tryWrite(db)
    } catch (cause) {
      await sql`select 1`.execute(db)
      const isReadOnly = readOnlySchema.safeParse(cause).success
      throw new NotReady(isReadOnly ? READ_ONLY : 'takes no writes: is its disk full?', { cause })
    }
  })
}

/** The checks of `/readyz`, for the parts without which requests would fail. */
export function readinessChecks(
  ctx: HasChain & HasClock & HasDatabase & HasRelay & HasRemotePolicySigner,
  { historyFault, moreChecks }: ReadinessParts = {},
): Record<string, ReadinessCheck> {
  return {
    database: databaseCheck(ctx.db),
    migrations: migrationsCheck(() => migrationState(ctx.db)),
    // Only the embedded chain has `fault`. It belongs to this process, so its failure makes the process unready.
    chain: ctx.chain.fault === undefined ? ofSharedPart(chainCheck(ctx)) : chainCheck(ctx),
    relayer: relayerCheck(ctx),
    ...(ctx.remotePolicySigner && { policySigner: policySignerCheck(ctx.remotePolicySigner) }),
    /**
     * Never makes the process unready. Balances are read from the chain, and responses about the history name the
     * last block that they cover.
     */
    history: async () =>
      historyFault?.() ??
      withDeadline(HISTORY_TIMEOUT_MS, () => blocksBehind(ctx)).then(
        (behind) => (behind === undefined ? 'no block is read yet' : `${behind} blocks behind the chain`),
        () => 'how far the chain is read is not known',
      ),
    ...moreChecks,
  }
}

/**
 * `historyFault` returns the reason why the chain is not read. `moreChecks` are checks of other parts of this
 * process.
 */
export type ReadinessParts = {
  historyFault?: () => string | undefined
  moreChecks?: Record<string, ReadinessCheck> | undefined
}

/** Fails until every migration of this build has run. Also fails if another build has created the tables. */
export function migrationsCheck(readState: () => Promise<MigrationState>): ReadinessCheck {
  return async () => {
    const { pending, newer, additions, foreign } = await readState()
    if (foreign.length > 0) {
      const names = foreign.map(({ name }) => name).join(', ')
      throw new NotReady(`another build of Latchkey made the tables: ${names}`)
    }
    if (pending.length > 0) throw new NotReady(`not run yet: ${pending.join(', ')}`)
    // During an upgrade both versions run on the newer tables (ADR 0026).
    const later = [...newer, ...additions]
    return later.length > 0 ? `there are newer ones: ${later.join(', ')}` : undefined
  }
}

const HISTORY_TIMEOUT_MS = 2_000

/** Checks that the node responds, serves the right chain and has the factory. The note has the newest block's age. */
export function chainCheck(ctx: HasChain & HasClock): ReadinessCheck {
  return () =>
    examineChain(ctx).catch((cause: unknown) => {
      if (isOverLimit(cause)) throw new PartAway(OVER_LIMIT, { cause })
      if (isAccessRefused(cause)) throw new PartAway(ACCESS_REFUSED, { cause })
      throw cause
    })
}

const OVER_LIMIT = 'the node has reached the limit of its provider'
const ACCESS_REFUSED = 'the node refuses access: check the key in its address'

async function examineChain({ chain, clock }: HasChain & HasClock): Promise<string> {
  const fault = chain.fault?.()
  if (fault !== undefined) throw new NotReady(fault)
  const id = await chain.rpc.request(quantitySchema, 'eth_chainId', [])
  if (id !== BigInt(chain.id)) throw new NotReady(`the node serves chain ${id}, not ${chain.id}`)
  if (!(await isDeployed(chain, chain.factory))) throw new NotReady('there is no wallet factory')
  const head = await chain.rpc.request(blockSchema, 'eth_getBlockByNumber', ['latest', false])
  const ageSeconds = Math.max(0, Math.floor(clock.now().getTime() / 1_000) - Number(head.timestamp))
  const precompile = chain.hasP256Precompile
    ? 'P-256 precompile'
    : 'no P-256 precompile, wallets verify in Solidity'
  const providers = chain.providers?.() ?? []
  const nodes = providers.map(
    ({ name, inUse, healthy }) => `${name}${inUse ? ' in use' : ''}${healthy ? '' : ' not well'}`,
  )
  const report = chain.nodeReport?.()
  const ways = report === undefined ? [] : describeWays(report)
  const parts = [`chain ${chain.id}`, `block ${head.number}, ${ageSeconds} s old`, precompile]
  return [...parts, ...ways, ...nodes].join('; ')
}

/**
 * Notes the balance of each of the relayer's keys. The process is ready even without funds, because requests that
 * need no relayer still work.
 */
export function relayerCheck({ relay }: HasRelay): ReadinessCheck {
  const describeLane = ({ address, balanceWei, state }: LaneFunds) =>
    `lane ${address} has ${balanceWei ?? 'an unknown balance of'} wei${NEEDS[state]}`
  return async () => {
    const feeFault = await relay.feeFault?.()
    return [...relay.funds().map(describeLane), ...(feeFault === undefined ? [] : [feeFault])].join('; ')
  }
}

const NEEDS = { enough: '', low: ', needs funds soon', empty: ', NEEDS FUNDS: new work is refused' }

const SIGNER_EVERY_MS = 5_000
const SIGNER_TIMEOUT_MS = 2_000

/**
 * Notes the accounts of the remote policy signer, or the next step if it does not respond. The process is ready
 * without it: the signer is the same for all processes, and most calls do not need it.
 */
export function policySignerCheck(signer: Pick<RemotePolicySigner, 'accounts'>): ReadinessCheck {
  const late = () =>
    new NotReady('POLICY_SIGNER_URL does not respond in time. Check the address and that it runs.')
  return atMostEvery(SIGNER_EVERY_MS, async () => {
    try {
      const { length } = await withDeadline(SIGNER_TIMEOUT_MS, () => signer.accounts(), late)
      return `the remote signer has ${length} ${length === 1 ? 'account' : 'accounts'}`
    } catch (error) {
      const sentence = errorSentence(error) ?? (error instanceof Error ? error.message : String(error))
      return `${sentence} Until then calls that a policy signer co-signs wait.`
    }
  })
}

const LEASE_NAME = 'readiness'
/**
 * Number of rows, slightly more than fit into the `work_mem` below, so that they are briefly written to a file
 * of about 600 kB.
 */
const SPILLED_ROWS = 20_000

/**
 * Writes like requests do: a small committed row, and a file of several hundred kilobytes. A full disk may have
 * room for the row but not for the file. Neither the table nor the catalog grows.
 *
 * @throws the database's error if it accepts no writes
 */
export async function tryWrite(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx)
    await sql`select count(*) from generate_series(1, ${sql.lit(SPILLED_ROWS)})`.execute(trx)
    await takeLease(trx, { name: LEASE_NAME, owner: randomUUID(), ttlMs: 0 })
  })
}
