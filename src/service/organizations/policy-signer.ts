import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { checksumAddress } from '#protocol/display/address.ts'
import { openSecret, sealSecret, type SecretContext } from '#server-kit/secrets/secret-box.ts'
import { hashSchema, lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Context } from '#service/context.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'

/**
 * `POST /v1/org/policy-signer`: makes the key with which the organization co-signs what its policies have passed. The key
 * never leaves the service. Wallets name its address as their co-signer, so it is made once: a repeated request answers the same.
 * Source: profile 14.
 */
export const createPolicySigner: Operation<'createPolicySigner', 'db' | 'clock' | 'settings'> = async (
  ctx,
  { organizationId },
) => {
  const privateKey = generatePrivateKey()
  const { address } = privateKeyToAccount(privateKey)
  const { secretKeys } = ctx.settings
  await ctx.db
    .insertInto('policy_signers')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      address: lowerCase(address),
      private_key_box: sealSecret(secretKeys, policySignerContext(organizationId), privateKey),
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
  // Of two requests at once the first has made it.
  const stored = await ctx.db
    .selectFrom('policy_signers')
    .select(['address', 'created_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return {
    address: checksumAddress(stored.address),
    createdAtDatetime: stored.created_at.toISOString(),
  }
}

/** The address of an organization's policy signer. Undefined if it has none. */
export async function findPolicySigner(db: Database, organizationId: string): Promise<Address | undefined> {
  const row = await db
    .selectFrom('policy_signers')
    .select('address')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row && checksumAddress(row.address)
}

/** SQL: the address of the policy signer of a row with `organization_id`; null if there is none. */
export function policySignerAddress(row: string): RawBuilder<string | null> {
  return sql`(
    select signer.address from policy_signers as signer
    where signer.organization_id = ${sql.ref(`${row}.organization_id`)})`
}

type ToSign = { organizationId: string; coSigner: Address; digest: Hex }

/**
 * The co-signature of an organization's policy signer over a digest. Undefined if `coSigner` is another address. It is to be
 * called only where the policies have passed, in the same database transaction: by `coSignatureFor`, `holdMessage` and `decideMessage`.
 */
export async function signAsPolicySigner(
  ctx: Pick<Context, 'settings'>,
  trx: Transaction,
  { organizationId, coSigner, digest }: ToSign,
): Promise<Hex | undefined> {
  const row = await trx
    .selectFrom('policy_signers')
    .select('private_key_box')
    .where('organization_id', '=', organizationId)
    .where('address', '=', lowerCase(coSigner))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const secret = openSecret(ctx.settings.secretKeys, policySignerContext(organizationId), row.private_key_box)
  return privateKeyToAccount(hashSchema.parse(secret)).sign({ hash: digest })
}

/** The context that the private key of a policy signer is sealed for. */
export function policySignerContext(organizationId: string): SecretContext {
  return { owner: organizationId, column: 'policy_signers.private_key_box' }
}
