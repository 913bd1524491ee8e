import type { Address } from 'viem'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import type { SoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { decideHeld } from '#service/approvals/decide-held.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { executeTransaction } from '#service/execution/execute-transaction.ts'
import type { FailpointName } from '#service/relayer/relay-parts.ts'
import { sendAndWait } from '#service/relayer/relay.ts'
import { encodeMint } from '#service/sandbox/demo-tokens.ts'
import { seedSandbox } from '#service/sandbox/seed-sandbox.ts'
import { createWallet } from '#service/wallets/create-wallet.ts'
import { remembered, say, startChildService } from './child-service.ts'
import { coinTransfer, expirationIn, toKeyFields, signedRequest } from './wallet-requests.ts'

/**
 * A service process for the crash tests of approvals: `approval-crash-child <data folder> <failpoint>`. It waits
 * until the work of earlier processes has ended and prints a report. Then it submits a transfer, which is held,
 * approves it, and kills itself with kill -9 at the failpoint. `approved` is after the approval's commit and before
 * anything is sent. The other failpoints are those of the relayer. With `none` the process exits normally after the
 * report.
 */
const [dataDir = '', failpointName = 'none'] = process.argv.slice(2)

const RECEIVER: Address = '0x00000000000000000000000000000000000c0111'
let isArmed = false

function reach(name: FailpointName | 'approved'): void {
  if (isArmed && name === failpointName) process.kill(process.pid, 'SIGKILL')
}

const { ctx, codeFor, stop } = await startChildService(dataDir, reach)
const { organizationId, tokens } = await seedSandbox(ctx)
const caller = { organizationId, keyId: 'none' }
await settleAll()
say({ kind: 'report', ...(await report()) })
if (failpointName === 'none') await stop()
else {
  const uuid = await hold(await remembered({ dataDir, domain: 'localhost' }, protectedWallet))
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

/** The address of a wallet with coins whose end-user has enrolled, created by the first process. */
async function protectedWallet(passkey: SoftwarePasskey): Promise<string> {
  const email = 'user@example.com'
  const verificationCode = await codeFor(caller, email)
  const key = toKeyFields(passkey)
  await createWallet(ctx, caller, { body: { ...key, verificationCode, email, externalUserId: 'user' } })
  const address = walletAddress({ factory: ctx.chain.factory, ...passkey })
  const mint = encodeMint({ standard: 'erc20', to: address, amount: 1_000n })
  await sendAndWait(ctx.relay, 'sandbox')({ to: tokens.erc20, data: mint })
  await ctx.db.updateTable('approvers').set({ enrolled_at: new Date() }).execute()
  return address
}

/** Signs a transfer of one coin to the receiver, which is held. */
async function hold({ text, passkey }: { text: string; passkey: SoftwarePasskey }): Promise<string> {
  // Each process uses another second, because the digest is the replay key.
  const fields = { toAddress: tokens.erc20, expiration: expirationIn(600), ...coinTransfer(RECEIVER, 1n) }
  const body = signedRequest(ctx.chain.id, { address: `0x${text.slice(2)}`, passkey }, fields)
  const answer = await executeTransaction(ctx, caller, { body })
  if (!('transactionUuid' in answer)) throw new Error('nothing was held')
  return answer.transactionUuid
}

/** Waits until approved transactions have ended without further action. */
async function settleAll(): Promise<void> {
  const hasSettled = async () => {
    const open = await ctx.db
      .selectFrom('transactions')
      .select('id')
      .where('state', 'in', ['APPROVED', 'SUBMITTED'])
      .execute()
    return open.length === 0
  }
  await waitFor('the end of all approved transactions', hasSettled, { pollMs: 50 })
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
