import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Address } from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import * as z from 'zod/mini'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { decideHeld } from '#service/approvals/decide-held.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import type { Caller } from '#service/context.ts'
import { createService } from '#service/create-service.ts'
import { openDatabase } from '#service/db/open-database.ts'
import { requestEmailVerification } from '#service/email/request-verification.ts'
import type { FailpointName } from '#service/relayer/relay-parts.ts'
import { loadRelayerKey } from '#service/relayer/relayer-key.ts'
import { sendAndWait } from '#service/relayer/relay.ts'
import { encodeMint } from '#service/sandbox/demo-tokens.ts'
import { openSandboxChain } from '#service/sandbox/open-sandbox-chain.ts'
import { seedSandbox } from '#service/sandbox/seed-sandbox.ts'
import { executeTransaction } from '#service/execution/execute-transaction.ts'
import { createWallet } from '#service/wallets/create-wallet.ts'
import { PROCESS_SETTINGS } from './process-settings.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { coinTransfer, expirationIn, keyOf, signedRequest } from './wallet-requests.ts'

/**
 * A service process for the crash tests of approvals: `approval-crash-child <data folder> <failpoint>`. It
 * waits until everything an earlier process left has ended and prints a report of it; then it has one transfer
 * held and approved, and ends itself with kill -9 at the failpoint: `approved` is after the approval's commit
 * and before anything is sent, the others are the relayer's. With `none` it ends in order after the report.
 */
const [dataDir = '', failpointName = 'none'] = process.argv.slice(2)

const RECEIVER: Address = '0x00000000000000000000000000000000000c0111'
const memorySchema = z.object({
  passkey: z.object({ credentialId: z.string(), privateKey: z.string() }),
  address: z.string(),
})
const log = pino({ level: 'error' }, pino.destination(2))
const clock = { now: () => new Date() }
const mails: string[] = []
let isArmed = false

function reach(name: FailpointName | 'approved'): void {
  if (isArmed && name === failpointName) process.kill(process.pid, 'SIGKILL')
}

const database = await openDatabase({ dataDir, databaseUrl: undefined, log })
const relayerKey = await loadRelayerKey({ dataDir })
const chain = await openSandboxChain({ dataDir, relayer: privateKeyToAddress(relayerKey), log })
const service = createService({
  db: database.db,
  notifications: database.notifications,
  chain,
  relayerSigners: [privateKeyToAccount(relayerKey)],
  mailer: { send: async (mail) => void mails.push(mail.text) },
  settings: PROCESS_SETTINGS,
  log,
  clock,
  relaySettings: { sweepMs: 200 },
  failpoint: reach,
})
const ctx = await service.start()
const { organizationId, tokens } = await seedSandbox(ctx)
const caller: Caller = { organizationId, keyId: 'none' }
await settleAll()
writeFileSync(1, `${JSON.stringify({ kind: 'report', ...(await report()) })}\n`)
if (failpointName === 'none') {
  await service.stop()
  await chain.close()
  await database.close()
} else {
  const { address, passkey } = await protectedWallet()
  const uuid = await hold(address, passkey)
  isArmed = true
  if (failpointName === 'approved') {
    const { submit } = ctx.relay
    ctx.relay.submit = (request) => {
      if (request.purpose === 'transaction') reach('approved')
      return submit(request)
    }
  }
  const { approver_id: approverId } = await ctx.db
    .selectFrom('held_transactions')
    .select('approver_id')
    .where('transaction_id', '=', uuid)
    .executeTakeFirstOrThrow()
  await decideHeld(ctx, {
    transactionId: uuid,
    approverId,
    decidedWith: 'credential',
    outcome: { state: 'APPROVED' },
  })
}

/** A wallet with coins whose end-user has enrolled, made by the first process. */
async function protectedWallet(): Promise<{ address: Address; passkey: SoftwarePasskey }> {
  const path = join(dataDir, 'approval-crash.json')
  if (existsSync(path)) {
    const known = z.parse(memorySchema, JSON.parse(readFileSync(path, 'utf8')))
    return {
      address: `0x${known.address.slice(2)}`,
      passkey: createSoftwarePasskey('localhost', known.passkey),
    }
  }
  const passkey = createSoftwarePasskey('localhost')
  const email = 'user@example.com'
  await requestEmailVerification(ctx, caller, { body: { email } })
  const verificationCode = /code is ([0-9]{6})/.exec(mails.at(-1) ?? '')?.[1] ?? ''
  await createWallet(ctx, caller, {
    body: { ...keyOf(passkey), verificationCode, email, externalUserId: 'user' },
  })
  const address = walletAddress({ factory: ctx.chain.factory, ...passkey })
  const mint = encodeMint({ standard: 'erc20', to: address, amount: 1_000n })
  await sendAndWait(ctx.relay, 'sandbox')({ to: tokens.erc20, data: mint })
  await ctx.db.updateTable('approvers').set({ enrolled_at: clock.now() }).execute()
  writeFileSync(path, JSON.stringify({ passkey: passkey.known, address }))
  return { address, passkey }
}

/** One coin for the receiver, signed and held. */
async function hold(address: Address, passkey: SoftwarePasskey): Promise<string> {
  // Each process in another second: the digest is the replay key.
  const fields = { toAddress: tokens.erc20, expiration: expirationIn(600), ...coinTransfer(RECEIVER, 1n) }
  const body = signedRequest(ctx.chain.id, { address, passkey }, fields)
  const answer = await executeTransaction(ctx, caller, { body })
  if (!('transactionUuid' in answer)) throw new Error('nothing was held')
  return answer.transactionUuid
}

/** What was approved must come to its end by itself. */
async function settleAll(): Promise<void> {
  for (;;) {
    const open = await ctx.db
      .selectFrom('transactions')
      .select('id')
      .where('state', 'in', ['APPROVED', 'SUBMITTED'])
      .execute()
    if (open.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function report(): Promise<Record<string, unknown>> {
  const rows = await ctx.db.selectFrom('transactions').select('state').execute()
  const events = await ctx.db.selectFrom('events').select('type').orderBy('position').execute()
  return {
    states: rows.map(({ state }) => state),
    events: events.map(({ type }) => type).filter((type) => type.startsWith('transaction.')),
    received: String(await readErc20Balance(ctx.chain, tokens.erc20, RECEIVER)),
  }
}
