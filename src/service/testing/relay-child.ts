import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { isDatabaseAway } from '#server-kit/http/error-reply.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import { openChain } from '#service/chain/open-chain.ts'
import { openDatabase } from '#service/db/open-database.ts'
import { createRelay } from '#service/relayer/create-relay.ts'
import type { FailpointName } from '#service/relayer/relay-parts.ts'
import { DEMO_TOKENS, encodeMint } from '#service/sandbox/demo-tokens.ts'

/**
 * A process with only the relayer, for tests with several on one Postgres: `relay-child <database> <rpc> <chain id>
 * <private key> <receiver> <failpoint> <hits>`. It sends one coin after another to the receiver, prints a line for
 * each response and each outcome, and kills itself with kill -9 when it has reached the failpoint as often as
 * `hits` says.
 */
const [databaseUrl, rpcUrl = '', chainId, key, receiver, failpointName = 'never', hits] =
  process.argv.slice(2)
const PARALLEL = 3
const OUTCOME_MS = 60_000

function hex(text: string | undefined): Hex {
  return `0x${(text ?? '').slice(2)}`
}

function say(line: Record<string, unknown>): void {
  // Written immediately, because the process may be killed before it could write later.
  writeFileSync(1, `${JSON.stringify(line)}\n`)
}

const to: Address = hex(receiver)
const log = pino({ level: 'silent' })
const { db } = await openDatabase({ databaseUrl, dataDir: '/nowhere', log })
const chain = await openChain({ rpcUrl, chainId: Number(chainId), log, pollMs: 50 })
let hitsLeft = Number(hits ?? 1)
let bursting = false
const relay = createRelay({
  db,
  chain,
  clock: { now: () => new Date() },
  log,
  signers: [privateKeyToAccount(hex(key))],
  settings: { sweepMs: 500 },
  handlers: {
    sandbox: {
      // One row per outcome, so that a second outcome of the same transaction would be detected.
      settled: async (trx, outcomes) => {
        for (const { id } of outcomes)
          await sql`insert into handled (id, pid) values (${id}::uuid, ${process.pid})`.execute(trx)
      },
    },
  },
  failpoint: (name: FailpointName) => {
    if (!bursting || name !== failpointName) return
    hitsLeft -= 1
    if (hitsLeft === 0) process.kill(process.pid, 'SIGKILL')
  },
})
await relay.start()
say({ kind: 'started', pid: process.pid })
bursting = true
await Promise.all(Array.from({ length: PARALLEL }, sendForEver))

async function sendForEver(): Promise<never> {
  for (;;) {
    const data = encodeMint({ standard: 'erc20', to, amount: 1n })
    const sent = await relay.submit({ purpose: 'sandbox', to: DEMO_TOKENS.erc20, data }).catch(unlessLate)
    if (sent === undefined) continue
    const { id } = sent
    say({ kind: 'sent', id })
    const outcome = await relay.outcome(id, OUTCOME_MS)
    say({ kind: outcome?.status ?? 'unsettled', id })
  }
}

/**
 * Ignores errors of a process that was paused. It gets the node's responses too late, or its database
 * connection ended during a transaction. Both give 503 or 504, and a client retries.
 */
function unlessLate(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'CHAIN_TIMEOUT') return undefined
  if (isDatabaseAway(error)) return undefined
  throw error
}
