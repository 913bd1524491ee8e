import type { Context } from '#service/context.ts'

/** Sets the gauge of what waits for its end-user before each scrape. */
export function collectHeld({ db, metrics }: Pick<Context, 'db' | 'metrics'>): void {
  metrics.addCollector(async () => {
    const { count } = await db
      .selectFrom('transactions')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('state', '=', 'PENDING_USER_APPROVAL')
      .executeTakeFirstOrThrow()
    metrics.approvalsHeld.set(Number(count))
  })
}
