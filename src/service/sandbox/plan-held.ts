import { sql } from 'kysely'
import type { Context } from '#service/context.ts'

/**
 * Plans what comes of each held transaction of a scripted end-user, once, by the script of the moment it is first
 * seen. Nobody else's transaction is ever touched: only `sandbox_customers` are looked at (ADR 0003).
 */
export async function planHeld(ctx: Pick<Context, 'db'>): Promise<void> {
  await sql`
    insert into sandbox_plans (transaction_id, customer_id, behaviour, due_at)
    select held.transaction_id, customer.id, coalesce(script.behaviour, 'approve'),
      held.held_at + coalesce(script.delay_seconds, 5) * interval '1 second'
    from sandbox_customers as customer
    join held_transactions as held on held.approver_id = customer.approver_id
    join transactions on transactions.id = held.transaction_id
    left join sandbox_scripts as script on script.organization_id = customer.organization_id
    where transactions.state = 'PENDING_USER_APPROVAL'
    on conflict (transaction_id) do nothing`.execute(ctx.db)
}
