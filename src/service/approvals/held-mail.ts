import { checksumAddress } from '#protocol/display/address.ts'
import { mailName } from '#protocol/display/mail-name.ts'
import { compareSimulation } from '#protocol/effects/compare-simulation.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { Context } from '#service/context.ts'
import { findHeldTokens } from '#service/holdings/find-held-tokens.ts'
import { mailText } from '#service/email/mail-text.ts'
import type { Mail } from '#service/email/mailer.ts'
import { knownTokens } from '#service/tokens/allowed-tokens.ts'
import { approvalRelyingParty } from './ceremonies.ts'
import { databaseNow } from './database-clock.ts'
import { describeForMail, simulationForMail } from './describe-for-mail.ts'
import { simulateHeld } from './simulate-held.ts'

/**
 * The mail about a transaction that waits: the call decoded from the stored bytes, and the way to the approval
 * app. Never the number: who reads this mail must look at the other screen too. `undefined` when it does not
 * wait any more.
 */
export async function heldMail(ctx: Context, transactionId: string): Promise<Mail | undefined> {
  const held = await readHeld(ctx, transactionId)
  if (held === undefined) return undefined
  const call = {
    chainId: ctx.chain.id,
    walletAddress: held.wallet_address,
    toAddress: held.to_address,
    value: held.value,
    data: held.data,
    tokens: await knownTokens(ctx),
    held: (await findHeldTokens(ctx, [held]))[0],
    fee: held.fee,
    feeCoinAddress: held.fee_coin_address,
    feeWithdrawAddress: held.fee_withdraw_address,
  }
  const description = describeCall(call)
  const simulation = await simulateHeld(ctx, transactionId)
  const name = mailName(held.organization_name)
  const label = mailName(held.label ?? '')
  const address = checksumAddress(held.wallet_address)
  const wallet = label === '' ? address : `${label} (${address})`
  const t = mailText(held.language)
  const utc = { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' } as const
  const time = held.deadline.toLocaleString(held.language, utc)
  return {
    to: held.email,
    subject: t('Approve or decline a transaction at {name}', { name }),
    text: [
      t('A transaction of your wallet at {name} waits for you.', { name }),
      '',
      ...describeForMail(description, t),
      ...simulationForMail(compareSimulation(call, description, simulation), t),
      t('Wallet: {wallet}', { wallet }),
      '',
      t('Approve or decline it here:'),
      `${approvalRelyingParty(ctx).url}#transaction=${transactionId}`,
      '',
      t('It waits until {time}. Without your approval nothing happens.', { time }),
      t('If you did not ask for it, open the link and say so.'),
      '',
    ].join('\n'),
  }
}

function readHeld(ctx: Pick<Context, 'db'>, transactionId: string) {
  return ctx.db
    .selectFrom('held_transactions as held')
    .innerJoin('transactions', 'transactions.id', 'held.transaction_id')
    .innerJoin('approvers', 'approvers.id', 'held.approver_id')
    .innerJoin('organizations', 'organizations.id', 'transactions.organization_id')
    .leftJoin('wallets', (join) =>
      join.onRef('wallets.address', '=', 'transactions.wallet_address').on('wallets.status', '<>', 'failed'),
    )
    .select(['held.deadline', 'approvers.email', 'approvers.language', 'wallets.label'])
    .select('organizations.name as organization_name')
    .select([
      'transactions.wallet_address',
      'transactions.to_address',
      'transactions.value',
      'transactions.data',
    ])
    .select(['transactions.fee', 'transactions.fee_coin_address', 'transactions.fee_withdraw_address'])
    .where('held.transaction_id', '=', transactionId)
    .where('transactions.state', '=', 'PENDING_USER_APPROVAL')
    .where('held.deadline', '>', databaseNow)
    .executeTakeFirst()
}
