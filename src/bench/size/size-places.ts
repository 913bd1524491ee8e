import { sql } from 'kysely'
import { encodeRowCursor } from '#server-kit/http/page-cursor.ts'
import type { SizeWorld } from './size-world.ts'

/** A measured operation. `run` executes it once, as the product does. `prepare` creates the data for the next run. */
export type SizeOperation = { what: string; run: () => Promise<unknown>; prepare?: () => Promise<unknown> }

/** Rows in the middle and at the end of the lists. */
export type Places = Awaited<ReturnType<typeof findPlaces>>

export async function findPlaces({ ctx: { db }, size }: SizeWorld) {
  const { wallets, transactions, large } = size
  const placed = <Row extends { id: string; at: Date }>(row: Row | undefined) => {
    if (row === undefined) throw new Error('there is nothing at this place')
    return { ...row, cursor: encodeRowCursor({ createdAt: row.at, id: row.id }) }
  }
  const wallet = async (number: number) => {
    const { rows } = await sql<{ id: string; at: Date; address: string; label: string }>`
      select id, created_at as at, address, lower(label) as label from wallets
      where id = size_uuid('wallet', ${number}::bigint)`.execute(db)
    return placed(rows[0])
  }
  const transaction = async (number: number) => {
    const { rows } = await sql<{ id: string; at: Date; digest: string }>`
      select id, created_at as at, digest from transactions
      where organization_id = ${large.id} and created_at >= now() - size_ago(${number}::bigint)
      order by created_at limit 1`.execute(db)
    return placed(rows[0])
  }
  const delivery = async (endpoint: number, share: number) => {
    const { rows } = await sql<{ id: string; at: Date; sequence: string }>`
      select webhook_deliveries.id, created_at as at, sequence from webhook_deliveries join events on events.id = event_id
      where webhook_deliveries.endpoint_id = size_uuid('endpoint', ${endpoint}::bigint) order by created_at
      offset ${Math.floor(transactions * share)} limit 1`.execute(db)
    return placed(rows[0])
  }
  // The last digit of a wallet's number determines its organization.
  const middleWallet = Math.floor(wallets / 20) * 10 + 4
  return {
    wallet: { middle: await wallet(middleWallet), last: await wallet(14) },
    transaction: { middle: await transaction(Math.floor(transactions / 2)), last: await transaction(1) },
    delivery: { middle: await delivery(1, 0.3), last: await delivery(1, 0.001) },
    treasury: (await wallet(1)).address,
    endpoint: async (number: number) =>
      (await sql<{ id: string }>`select size_uuid('endpoint', ${number}::bigint) as id`.execute(db)).rows[0]
        ?.id ?? '',
  }
}

/** `status`: the expected status of the response. 200 by default. */
type Asked = { what: string; path: string; key?: string; body?: unknown; status?: number }

/** One request to the service's HTTP handler, without a network. */
export function asked(world: SizeWorld, request: Asked): SizeOperation {
  const { what, path, key, body, status: expected = 200 } = request
  return {
    what,
    run: async () => {
      const { status, text } = await world.call(body === undefined ? 'GET' : 'POST', path, {
        ...(key !== undefined && { key }),
        ...(body !== undefined && { body }),
      })
      if (status !== expected) throw new Error(`${what}: ${status} ${text}`)
    },
  }
}
