import { checksumAddress } from '#protocol/display/address.ts'
import type { SandboxCustomer, SandboxState } from '#protocol/org/sandbox.ts'
import type { Caller, Context } from '#service/context.ts'
import { clockAnswer } from './advance-clock.ts'
import { findReceiver } from './receiver.ts'
import { readScript } from './script.ts'

const CUSTOMERS_MAX = 50

/** `GET /sandbox/state`: clock, script, receiver and the newest 50 scripted end-users of the organization (ADR 0003). */
export async function getSandboxState(ctx: Context, caller: Caller): Promise<SandboxState> {
  const [script, receiverWebhookId, customers] = await Promise.all([
    readScript(ctx.db, caller.organizationId),
    findReceiver(ctx, caller),
    listCustomers(ctx, caller),
  ])
  return { clock: clockAnswer(ctx), script, receiverWebhookId, customers }
}

async function listCustomers(
  ctx: Pick<Context, 'db'>,
  { organizationId }: Caller,
): Promise<SandboxCustomer[]> {
  const rows = await ctx.db
    .selectFrom('sandbox_customers')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .limit(CUSTOMERS_MAX)
    .execute()
  return rows.map(customerAnswer)
}

export function customerAnswer(row: {
  id: string
  wallet_address: string
  email: string
  created_at: Date
}): SandboxCustomer {
  return {
    id: row.id,
    walletAddress: checksumAddress(row.wallet_address),
    email: row.email,
    createdAtDatetime: row.created_at.toISOString(),
  }
}
