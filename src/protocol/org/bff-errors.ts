/**
 * The BFF's errors beyond the service's catalogue: stable code -> HTTP status and public text. The
 * console and the widget switch on the codes. Source: profile 1, 6 and 11 (`/api/*`).
 */
export const BFF_ERRORS = {
  /** No session, or an expired one: ask for the passkey, then repeat. */
  SESSION_REQUIRED: { status: 401, message: () => 'Sign in with your passkey to go on' },
  /** A change that needs step-up: verify the passkey, then repeat (ADR 0020). */
  STEP_UP_REQUIRED: { status: 403, message: () => 'Confirm this change with your passkey' },
  STEP_UP_FAILED: {
    status: 403,
    message: () => 'This passkey was not accepted for this change. Use one of your own passkeys.',
  },
  FORBIDDEN_ROLE: {
    status: 403,
    message: (role: string, needed: string) =>
      `Your role in this organization (${role}) does not allow this. It takes: ${needed}.`,
  },
  MEMBER_ABOVE: {
    status: 403,
    message: () => 'Only an owner may add, change or remove owners and admins.',
  },
  LAST_OWNER: {
    status: 409,
    message: () => 'This is the last owner. Make someone else an owner first.',
  },
  ORGANIZATION_KEPT: {
    status: 409,
    message: () => 'This organization is kept by the deployment itself and cannot be deleted here.',
  },
  ORGANIZATION_HAS_WALLETS: {
    status: 409,
    message: () =>
      'This organization has wallets. Their people could not use them any more, so it cannot be deleted.',
  },
  LAST_ORGANIZATION: {
    status: 409,
    message: () => 'This is your only organization. Make or join another one first.',
  },
  LAST_PASSKEY: {
    status: 409,
    message: () => 'This is your last passkey. Add another one before you remove it.',
  },
  ADDRESS_BOOK_FULL: {
    status: 409,
    message: (most: string) => `The address book is full: it takes ${most} addresses. Remove one first.`,
  },
  ALREADY_MEMBER: { status: 409, message: () => 'You are already a member of this organization.' },
  PASSKEY_KNOWN: { status: 409, message: () => 'This passkey is already registered.' },
  INVITATION_LINK_INVALID: {
    status: 403,
    message: () => 'This invitation is no longer valid. Ask for a new one.',
  },
  ORGANIZATION_CHANGED: {
    status: 409,
    message: () => 'You have switched to another organization in another tab. Reload this page.',
  },
  SIGN_IN_FAILED: {
    status: 401,
    message: () => 'This passkey was not accepted. Try again, or use another one.',
  },
  CEREMONY_OVER: {
    status: 400,
    message: () => 'This passkey request took too long or was already used. Start again.',
  },
  PASSKEY_REFUSED: { status: 400, message: () => 'This passkey could not be registered. Start again.' },
  SETUP_LINK_INVALID: {
    status: 403,
    message: () => 'This setup link is no longer valid. Start the server again to get a new one.',
  },
  ORIGIN_REFUSED: { status: 403, message: () => 'Requests from this origin are not allowed' },
  HOST_REFUSED: { status: 421, message: (publicUrl: string) => `This server answers at ${publicUrl} only` },
  WIDGET_TOKEN_EXPIRED: { status: 401, message: () => 'This widget session is over. Ask for a new one.' },
  OPERATION_REFUSED: {
    status: 403,
    message: (operation: string) => `This widget session does not allow the operation ${operation}`,
  },
  EMAIL_REFUSED: { status: 403, message: () => 'This widget session belongs to another email address' },
  INTEGRATION_SECRET_INVALID: {
    status: 401,
    message: (cause: string) => `Invalid integration secret: ${cause}`,
  },
  INTEGRATION_SECRET_IN_BROWSER: {
    status: 403,
    message: () =>
      'Widget sessions are opened by your server, and this request came from a web browser. If it carried an integration secret, revoke that secret now.',
  },
  /** A hosted service's webhook without a signature by the secret entered in the console (ADR 0021). */
  WEBHOOK_REFUSED: { status: 401, message: (cause: string) => `This webhook was refused: ${cause}` },
  WEBHOOK_SECRET_MISSING: {
    status: 503,
    message: () =>
      'The signing secret of this webhook has not been entered in the console yet. Send it again later.',
  },
  /** The upstream does not have this path: an older or hosted service without our extensions (profile 8). */
  UPSTREAM_LACKS: {
    status: 501,
    message: (what: string) => `The service behind this console does not offer: ${what}`,
  },
  UPSTREAM_FAILED: { status: 502, message: () => 'The service behind this console failed to answer' },
  UPSTREAM_KEY_REFUSED: {
    status: 502,
    message: () => 'The service refused the API key that this console was set up with',
  },
  UPSTREAM_UNREACHABLE: { status: 503, message: () => 'The service behind this console cannot be reached' },
  UPSTREAM_TIMEOUT: { status: 504, message: () => 'The service behind this console did not answer in time' },
} as const satisfies Record<string, { status: number; message: (...data: string[]) => string }>

export type BffErrorCode = keyof typeof BFF_ERRORS
