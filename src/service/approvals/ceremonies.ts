import type { AssertionJson } from '#protocol/passkey/credential-json.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { verifyPasskey as verify } from '#server-kit/passkeys/assertion.ts'
import {
  beginCeremony as begin,
  takeCeremony as take,
  type Ceremonies,
} from '#server-kit/passkeys/ceremonies.ts'
import type { RelyingParty } from '#server-kit/passkeys/relying-party.ts'
import type { HasApprovalUrl, HasDatabase } from '#service/context-parts.ts'
import { databaseNow } from '#service/db/database.ts'
import type { ApprovalTables } from './tables.ts'

type Row = ApprovalTables['approver_ceremonies']
type NewCeremony = Pick<Row, 'kind' | 'challenge'> &
  Partial<Omit<Row, 'id_hash' | 'kind' | 'challenge' | 'expires_at'>>

/** Stores a challenge. Returns the secret that identifies its response. */
export function beginCeremony(ctx: HasDatabase, ceremony: NewCeremony): Promise<string> {
  return begin(ceremonies(ctx), ceremony)
}

/**
 * Deletes and returns the ceremony, so that its challenge cannot be used again. @throws
 * APPROVAL_CEREMONY_OVER
 */
export async function takeCeremony(ctx: HasDatabase, id: string, kind: Row['kind']): Promise<Row> {
  const ceremony = await take<Row>(ceremonies(ctx), id, kind)
  if (ceremony === undefined) throw apiError('APPROVAL_CEREMONY_OVER')
  return ceremony
}

function ceremonies({ db }: HasDatabase): Ceremonies {
  return { db, table: 'approver_ceremonies', now: databaseNow }
}

/**
 * Returns the approver whose passkey signed a challenge (base64url), with the user verified, on the approval
 * app's own origin. Every failure has the same error. `approverId`: the only person whose passkey counts;
 * undefined at a sign-in.
 *
 * @throws APPROVAL_PASSKEY_REFUSED
 */
export async function verifyPasskey(
  ctx: HasDatabase & HasApprovalUrl,
  response: AssertionJson,
  { challenge, approverId }: { challenge: string; approverId?: string },
): Promise<{ approverId: string; credentialId: string }> {
  const passkeys = {
    relyingParty: approvalRelyingParty(ctx),
    db: ctx.db,
    table: 'approver_passkeys',
    now: databaseNow,
    find: (credentialId: string) => {
      const passkey = ctx.db
        .selectFrom('approver_passkeys as passkey')
        .innerJoin('approvers', 'approvers.id', 'passkey.approver_id')
        .selectAll('passkey')
        .select('approvers.user_handle')
        .where('passkey.credential_id', '=', credentialId)
      const theirs =
        approverId === undefined ? passkey : passkey.where('passkey.approver_id', '=', approverId)
      return theirs.executeTakeFirst()
    },
    refuse: (cause?: unknown) => apiError('APPROVAL_PASSKEY_REFUSED', { cause }),
  }
  const passkey = await verify(passkeys, { response, challenge })
  return { approverId: passkey.approver_id, credentialId: passkey.credential_id }
}

/** The approval app's relying party: the only origin that may decide, and the domain of its passkeys. */
export type ApprovalRelyingParty = RelyingParty & {
  /** Whether cookies can be bound to the host (`__Host-`), which needs https. */
  isSecure: boolean
}

/** Returns the approval app's own origin and relying party, never the integrator's (profile 9). */
export function approvalRelyingParty(ctx: HasApprovalUrl): ApprovalRelyingParty {
  const { origin, hostname, protocol } = new URL(ctx.settings.approvalUrl)
  return { origin, rpId: hostname, isSecure: protocol === 'https:' }
}
