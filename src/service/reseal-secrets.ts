import { sql } from 'kysely'
import { isSealedPresently, resealSecret, type SecretContext } from '#server-kit/secrets/secret-box.ts'
import { PUSH_KEYS_CONTEXT } from './approvals/web-push.ts'
import type { Tables, Transaction } from './db/database.ts'
import { policySignerContext } from './organizations/policy-signer.ts'
import { customerKeysContext } from './sandbox/customer-keys.ts'
import { webhookSecretContext } from './webhooks/stored-webhook.ts'

type Sealed = {
  table: keyof Tables
  columns: readonly string[]
  contextOf: (organizationId: string) => SecretContext
}

/** The tables with sealed secrets. Add every new table with sealed secrets here. */
const SEALED: readonly Sealed[] = [
  {
    table: 'webhook_endpoints',
    columns: ['secret_box', 'previous_secret_box'],
    contextOf: webhookSecretContext,
  },
  { table: 'policy_signers', columns: ['private_key_box'], contextOf: policySignerContext },
  { table: 'push_keys', columns: ['private_key_box'], contextOf: () => PUSH_KEYS_CONTEXT },
  { table: 'sandbox_customers', columns: ['keys_box'], contextOf: customerKeysContext },
]

type Row = Record<string, unknown> & { organization_id?: string }

/**
 * Seals every secret of the service with the first of the keys. Returns how many rows were sealed with another
 * key. Runs in the transaction that records the new key.
 *
 * @throws SecretBoxError if a secret was sealed with none of the keys; then nothing is changed
 */
export async function resealSecrets(trx: Transaction, keys: readonly Uint8Array[]): Promise<number> {
  let resealed = 0
  for (const { table, columns, contextOf } of SEALED) {
    const name = sql.table(table)
    const { rows } = await sql<Row>`select * from ${name} order by id for update`.execute(trx)
    for (const { organization_id: organizationId = '', ...row } of rows) {
      const boxes = columns.flatMap((column) => {
        const box = row[column]
        return typeof box === 'string' ? [{ column: sql.ref(column), box }] : []
      })
      if (boxes.every(({ box }) => isSealedPresently(keys, box))) continue
      const changes = boxes.map(
        ({ column, box }) => sql`${column} = ${resealSecret(keys, contextOf(organizationId), box)}`,
      )
      await sql`update ${name} set ${sql.join(changes)} where id = ${row['id']}`.execute(trx)
      resealed += 1
    }
  }
  return resealed
}
