import type { Role } from '#protocol/org/roles.ts'

/** People and organizations, and what brings them together (ADR 0020). */
export type MemberTables = {
  bff_member: {
    organization_id: string
    admin_id: string
    role: Role
    created_at: Date
    /** When this person last signed in to or switched to the organization: the newest is where the next sign-in leads. */
    entered_at: Date | null
  }
  bff_invitation: {
    id: string
    organization_id: string
    token_hash: string
    role: Role
    email: string | null
    /** The name at that time. */
    invited_by: string
    /** Who must still be allowed to give this role when it is used. */
    invited_by_id: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
    revoked_at: Date | null
  }
  /** One passkey prompt for one change: asked for while `granted_at` is null, then good for one request. */
  bff_step_up: {
    token_hash: string
    session_hash: string
    method: string
    path: string
    /** Of the body as it is sent, in hex; of nothing where there is none. */
    body_sha256: string
    challenge: string
    granted_at: Date | null
    expires_at: Date
  }
}
