import type { HasDatabase } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'

/** Maximum passkeys read for a wallet. A wallet has fewer slots for keys. */
const KNOWN_MAX = 20

/**
 * Returns the passkey that a wallet last obeyed and all known ones, for the organization's administrators. Null
 * for a wallet created elsewhere.
 */
export const getKnownPasskey: ConsoleOperation<'getKnownPasskey', HasDatabase> = async ({
  ctx,
  session,
  params,
}) => {
  const wallet = { organization_id: session.organization.id, wallet_address: params.address.toLowerCase() }
  const rows = await ctx.db
    .selectFrom('bff_wallet_passkey')
    .select(['credential_id as credentialId', 'qx', 'qy', 'rp_id as rpId', 'name', 'created_at'])
    .where((row) => row.and(wallet))
    .where('obeyed_at', 'is not', null)
    .orderBy('obeyed_at', 'desc')
    .limit(KNOWN_MAX)
    .execute()
  const [last] = rows
  if (last === undefined) return null
  const passkeys = rows.map(({ credentialId, qx, qy, name, created_at: createdAt }) => {
    const passkey = { credentialId, qx, qy, createdAtDatetime: createdAt.toISOString() }
    return name === null ? passkey : { ...passkey, name }
  })
  const { credentialId, qx, qy, rpId, created_at: createdAt } = last
  return { credentialId, qx, qy, rpId, createdAtDatetime: createdAt.toISOString(), passkeys }
}
