import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { checksumAddress } from '#protocol/display/address.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { openSecret, sealSecret, type SecretContext } from '#server-kit/secrets/secret-box.ts'
import { policySignerUnavailable, type CoSignedContent } from '#service/chain/remote-policy-signer.ts'
import { hashSchema, lowerCase } from '#service/chain/rpc-schemas.ts'
import type {
  HasClock,
  HasDatabase,
  HasRemotePolicySigner,
  HasSecretKeys,
  SignsAsPolicy,
} from '#service/context-parts.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import type { Signer } from '#service/relayer/sign-attempt.ts'

/**
 * `POST /v1/org/policy-signer`: creates the key with which the organization co-signs calls that its policies allow.
 * The key never leaves the service. With a remote signer, the organization gets an account of the signer that no
 * other organization has. Wallets name the key's address as their co-signer, so the key is created only once. A
 * repeated request returns the same address. Source: profile 14.
 *
 * @throws CONFLICT if the remote signer has no free account
 * @throws UNAVAILABLE if the remote signer does not respond
 */
export const createPolicySigner: Operation<'createPolicySigner', SignsAsPolicy & HasClock> = async (
  ctx,
  { organizationId },
) => {
  const known = await readPolicySigner(ctx, organizationId)
  if (known !== undefined) return known
  for (const key of await listNewKeys(ctx, organizationId)) {
    await ctx.db
      .insertInto('policy_signers')
      .values({ id: randomUUID(), organization_id: organizationId, created_at: ctx.clock.now(), ...key })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // If nothing was inserted, a concurrent request has created the policy signer, or another organization has taken
    // the account.
    const stored = await readPolicySigner(ctx, organizationId)
    if (stored !== undefined) return stored
  }
  throw apiError(
    'CONFLICT',
    'The remote signer has no account left for this organization’s policy signer. Add a key to it and try again.',
  )
}

async function readPolicySigner({ db }: HasDatabase, organizationId: string) {
  const row = await db
    .selectFrom('policy_signers')
    .select(['address', 'created_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row && { address: checksumAddress(row.address), createdAtDatetime: row.created_at.toISOString() }
}

type NewKey = { address: Address; private_key_box: string | null }

/** Returns a new sealed key, or all accounts of the remote signer if one is set. */
async function listNewKeys(
  { settings, remotePolicySigner }: HasRemotePolicySigner & HasSecretKeys,
  organizationId: string,
): Promise<NewKey[]> {
  if (remotePolicySigner !== undefined) {
    const accounts = await remotePolicySigner.accounts().catch((cause: unknown) => {
      throw policySignerUnavailable(cause)
    })
    return accounts.map((account) => ({ address: lowerCase(account), private_key_box: null }))
  }
  const privateKey = generatePrivateKey()
  const address = lowerCase(privateKeyToAccount(privateKey).address)
  const box = sealSecret(settings.secretKeys, policySignerContext(organizationId), privateKey)
  return [{ address, private_key_box: box }]
}

/** The address of an organization's policy signer. Undefined if the organization has none. */
export async function findPolicySigner(db: Database, organizationId: string): Promise<Address | undefined> {
  const row = await db
    .selectFrom('policy_signers')
    .select('address')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row && checksumAddress(row.address)
}

/** The addresses of all policy signers whose keys are at the remote signer. */
export async function listRemotePolicySigners(db: Database): Promise<Address[]> {
  const rows = await db
    .selectFrom('policy_signers')
    .select('address')
    .where('private_key_box', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.map(({ address }) => checksumAddress(address))
}

/** SQL: the address of the policy signer of a row with `organization_id`; null if there is none. */
export function policySignerAddress(row: string): RawBuilder<string | null> {
  return sql`(
    select signer.address from policy_signers as signer
    where signer.organization_id = ${sql.ref(`${row}.organization_id`)})`
}

type ToSign = { organizationId: string; coSigner: Address; digest: Hex }

/**
 * The co-signature of an organization's sealed policy signer over a digest. Undefined if `coSigner` is not the policy
 * signer's address, or if the key is at the remote signer. Call it only in the database transaction in which the
 * policies have passed. Its callers are `coSignatureFor`, `holdMessage` and `decideMessage`.
 */
export async function signWithSealedKey(
  ctx: HasSecretKeys,
  trx: Transaction,
  { organizationId, coSigner, digest }: ToSign,
): Promise<Hex | undefined> {
  const row = await trx
    .selectFrom('policy_signers')
    .select('private_key_box')
    .where('organization_id', '=', organizationId)
    .where('address', '=', lowerCase(coSigner))
    .executeTakeFirst()
  if (row === undefined || row.private_key_box === null) return undefined
  const secret = openSecret(ctx.settings.secretKeys, policySignerContext(organizationId), row.private_key_box)
  return privateKeyToAccount(hashSchema.parse(secret)).sign({ hash: digest })
}

/**
 * The co-signature of an organization's policy signer at the remote signer. Undefined if `coSigner` is not the policy
 * signer's address, or if its key is sealed here. Call it only after the policies have passed, and outside of
 * database transactions, because the signer may take seconds.
 *
 * @throws UNAVAILABLE if the signer does not sign, or no remote signer is set any more
 */
export async function signAtRemoteSigner(
  { db, remotePolicySigner }: HasDatabase & HasRemotePolicySigner,
  { organizationId, coSigner, ...content }: Omit<ToSign, 'digest'> & CoSignedContent,
): Promise<Hex | undefined> {
  const row = await db
    .selectFrom('policy_signers')
    .select('address')
    .where('organization_id', '=', organizationId)
    .where('address', '=', lowerCase(coSigner))
    .where('private_key_box', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (remotePolicySigner === undefined) {
    const sentence = `The key of the policy signer ${coSigner} is at a remote signer: set POLICY_SIGNER_URL again.`
    throw policySignerUnavailable(new Error(sentence))
  }
  return remotePolicySigner.sign(checksumAddress(row.address), content)
}

/**
 * The key of an organization's policy signer, for the signer's own transactions. Undefined if `coSigner` is not the
 * policy signer's address, or if no remote signer is set any more.
 */
export async function findPolicySignerKey(
  { db, settings, remotePolicySigner }: SignsAsPolicy,
  { organizationId, coSigner }: Omit<ToSign, 'digest'>,
): Promise<Signer | undefined> {
  const row = await db
    .selectFrom('policy_signers')
    .select(['address', 'private_key_box'])
    .where('organization_id', '=', organizationId)
    .where('address', '=', lowerCase(coSigner))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { address, private_key_box: box } = row
  if (box === null) return remotePolicySigner?.transactionSigner(checksumAddress(address))
  const secret = openSecret(settings.secretKeys, policySignerContext(organizationId), box)
  return privateKeyToAccount(hashSchema.parse(secret))
}

/** Returns the context for which the private key of a policy signer is sealed. */
export function policySignerContext(organizationId: string): SecretContext {
  return { owner: organizationId, column: 'policy_signers.private_key_box' }
}
