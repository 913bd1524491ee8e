import type { SignedInSession } from '#web/console/lib/session.query.ts'

/** Response of the server to an owner's `GET /api/session`. */
export const SIGNED_IN: SignedInSession = {
  signedIn: true,
  admin: { id: 'b4dd5a6e-6a3f-4ad5-8d0f-1df2f3a4f5a6', name: 'Ada', role: 'owner' },
  organization: { id: '0c9ddc45-8b6a-4a2c-9f5d-9a3b2c1d0e0f', name: 'Demo' },
  organizations: [],
  canCreateOrganization: false,
  sandbox: true,
  hostedUpstream: false,
  expiresAtDatetime: '2026-11-22T12:00:00.000Z',
}
