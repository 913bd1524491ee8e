import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import type {
  DescribesSessions,
  HasDatabase,
  HasLimits,
  HasLog,
  HasRelyingParty,
  RunsCeremonies,
  WritesAudit,
} from '#bff/context-parts.ts'
import type { AskedOf, ConsoleOperation } from '#bff/http/console-operation.ts'
import { takeCeremony, verifyPasskey } from './ceremony.ts'
import { enterSession } from './enter-session.ts'

/** Maximum length of a credential id, in base64url characters. WebAuthn L3 allows 1,023 bytes. */
const CREDENTIAL_ID_LENGTH_MAX = 1_400

/** Creates a session and ends the browser's previous one. @throws SIGN_IN_FAILED */
export const finishSignIn: ConsoleOperation<
  'finishSignIn',
  DescribesSessions & RunsCeremonies & WritesAudit & HasLimits & HasLog & HasRelyingParty
> = async (asked) => {
  const { ctx, exchange, body } = asked
  const [action] = asked.action
  const given = body.response
  await takeAttempt(ctx, exchange.env.clientAddress, given['id'])
  const { challenge } = await takeCeremony(ctx, exchange.req.raw, 'sign-in')
  const verified = verifyPasskey(ctx, challenge, given, 'SIGN_IN_FAILED')
  const adminId = await verified.catch(async (refusal: unknown) => {
    await recordRefusedSignIn(asked, given['id'])
    throw refusal
  })
  return enterSession({ ctx, exchange, action, adminId, details: {} })
}

/**
 * Counts an attempt. A known passkey has its own limit, so an attacker at the same IP address cannot lock its
 * owner out.
 */
async function takeAttempt(
  ctx: HasDatabase & HasLimits,
  address: string,
  credentialId: unknown,
): Promise<void> {
  const known =
    typeof credentialId === 'string' && credentialId.length <= CREDENTIAL_ID_LENGTH_MAX
      ? await ctx.db
          .selectFrom('bff_admin_passkey')
          .select('credential_id')
          .where('credential_id', '=', credentialId)
          .executeTakeFirst()
      : undefined
  ctx.limits.signIn.take(known === undefined ? address : JSON.stringify([address, known.credential_id]))
}

/**
 * Records the refusal of a known passkey. An unknown passkey belongs to no organization, and recording it would
 * let strangers fill the log.
 */
async function recordRefusedSignIn(
  asked: AskedOf<'finishSignIn', WritesAudit & HasDatabase>,
  credentialId: unknown,
): Promise<void> {
  const { ctx, exchange } = asked
  const [, action] = asked.action
  if (typeof credentialId !== 'string') return
  const memberships = await ctx.db
    .selectFrom('bff_admin_passkey as passkey')
    .innerJoin('bff_member as member', 'member.admin_id', 'passkey.admin_id')
    .innerJoin('bff_admin as admin', 'admin.id', 'passkey.admin_id')
    .select(['admin.id', 'admin.name', 'member.organization_id'])
    .where('passkey.credential_id', '=', credentialId)
    .execute()
  for (const { organization_id: id, ...admin } of memberships) {
    const refused = { action, target: admin.id, details: {}, result: 'refused' } as const
    await recordAudit(ctx, ctx.db, { ...auditActor(exchange, { admin, organization: { id } }), ...refused })
  }
}
