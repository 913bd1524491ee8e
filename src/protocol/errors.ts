import * as z from 'zod/mini'
import { BATCH_ITEMS_MAX } from './limits.ts'

/** Creates an entry of a catalog from its status and from a function that formats its text with named data. */
const row = <const Status extends number, Data extends string[]>(
  status: Status,
  message: (...data: Data) => string,
) => ({ status, message })
/** Creates an entry with a fixed text. */
const refusal = <const Status extends number>(status: Status, text: string) => row(status, () => text)
/** Creates an entry whose whole text the caller provides. */
const stated = <const Status extends number>(status: Status) => row(status, (cause: string) => cause)

/**
 * The error catalog: stable code -> HTTP status and public text. Texts from the specification or profile
 * section 6 are verbatim. Functions take the data that the text names.
 */
export const ERRORS = {
  VALIDATION_FAILED: stated(400),
  INVALID_VERIFICATION_CODE: refusal(400, 'Invalid or expired verification code'),
  INVALID_PUBLIC_KEY: stated(400),
  RP_ID_HASH_NOT_REGISTERED: refusal(
    400,
    'rpIdHash does not match any registered domain for this organization',
  ),
  WALLET_ALREADY_DEPLOYED: refusal(400, 'Wallet already deployed at this address'),
  INSUFFICIENT_FEE_BALANCE: row(
    400,
    (address: string, required: string, current: string, symbol: string) =>
      `Insufficient fee balance at ${address}. Required: ${required} ${symbol}, Current: ${current} ${symbol}. Fund the address before creating the wallet.`,
  ),
  TRANSACTION_EXPIRED: refusal(400, 'Transaction already expired'),
  EXPIRATION_TOO_FAR: refusal(400, 'Expiration too far in the future (max 24h)'),
  CALL_MISSING: refusal(400, 'Provide either functionSignature and params, or data'),
  CALL_INVALID: stated(400),
  CALL_DISAGREES: refusal(
    400,
    'data and functionSignature with params encode different calls; send only one of them',
  ),
  INVALID_SIGNATURE: stated(400),
  FEE_REFUSED: stated(400),
  TRANSACTION_REVERTS: row(400, (reason: string) => `The transaction would fail: ${reason}`),
  RECIPIENT_CANNOT_RECEIVE: row(
    400,
    (reason: string) =>
      `The transaction would fail: the recipient is a contract that cannot receive this token (${reason})`,
  ),
  /** A call that a person must approve needs more time than its expiration leaves (profile 8, ADR 0011). */
  APPROVAL_TIME_TOO_SHORT: refusal(
    400,
    'It needs an approval, whose time ends 60 seconds before the expiration: sign with a later expiration',
  ),
  /**
   * The wallet's co-signer is neither the end-user nor the organization, so the request must include its
   * signature (profile 14).
   */
  CO_SIGNATURE_MISSING: row(
    400,
    (coSigner: string) => `The wallet’s co-signer ${coSigner} must sign too: append its signature`,
  ),
  TOKEN_UNREADABLE: stated(400),
  BATCH_LENGTHS_DIFFER: refusal(400, 'tokenIds and amounts must have the same length'),
  BATCH_TOO_LARGE: refusal(400, `At most ${BATCH_ITEMS_MAX} items per batch`),
  INVALID_JSON: refusal(400, 'The body is not valid JSON'),
  APPROVAL_PASSKEY_REFUSED: refusal(400, 'This passkey was not accepted. Try again, or use another one.'),
  APPROVAL_CEREMONY_OVER: refusal(
    400,
    'This passkey request took too long or was already used. Start again.',
  ),
  INVALID_API_KEY: refusal(401, 'Invalid API key'),
  APPROVER_SESSION_REQUIRED: refusal(401, 'Sign in with your approval passkey to continue'),
  INSUFFICIENT_SCOPES: row(403, (scope: string) => `Insufficient scopes. Required: ${scope}`),
  SCOPES_NOT_HELD: row(
    403,
    (scopes: string) =>
      `A key can hand out only scopes that it holds itself. The calling key lacks: ${scopes}`,
  ),
  IP_NOT_ALLOWED: row(403, (ip: string) => `This API key may not be used from ${ip}`),
  WALLET_NOT_OWNED: refusal(403, 'Wallet does not belong to this organization'),
  /** Refused by a policy of the organization. `content.details` has its id and name (ADR 0014). */
  POLICY_REFUSED: row(403, (name: string, why = 'refuses this transaction') => `The policy “${name}” ${why}`),
  /** An error of the approval app. Its API accepts only the approver's passkey (ADR 0011). */
  API_KEY_NOT_ACCEPTED: refusal(403, 'Only the approver decides here: an API key opens nothing'),
  APPROVER_ORIGIN_REFUSED: refusal(403, 'Only the pages of the approval app may send this request'),
  INVITATION_INVALID: refusal(
    403,
    'This invitation is no longer valid. Ask for a new one with your email address.',
  ),
  API_KEY_IN_BROWSER: refusal(
    403,
    'This API key was sent by a web browser. Keys are secret: call this API from your server, and rotate this key now.',
  ),
  NOT_FOUND: refusal(404, 'Not found'),
  METHOD_NOT_ALLOWED: row(405, (allowed: string) => `Method not allowed. Allowed: ${allowed}`),
  /** Another decision or the deadline came first. The text reports the outcome. */
  ALREADY_DECIDED: stated(409),
  CONFLICT: stated(409),
  /**
   * This database never assigned the given event sequence, for example because it was restored to an earlier state
   * (ADR 0027).
   */
  EVENT_CURSOR_AHEAD: row(
    409,
    (given: string, last: string) =>
      `No event has the sequence ${given} yet: the last is ${last}. The service was restored to an earlier state. ` +
      'Read the newest events without afterSequence or Last-Event-ID, handle those that you have not seen by their id, ' +
      'and continue from the newest sequence.',
  ),
  /** The co-signer is a contract that is not deployed yet or does not respond (profile 14). */
  CO_SIGNER_NOT_READY: row(
    409,
    (coSigner: string) =>
      `The wallet’s co-signer ${coSigner} cannot sign yet: it is not deployed or does not respond`,
  ),
  BODY_TOO_LARGE: refusal(413, 'The body is larger than 256 KiB'),
  NOT_JSON: refusal(415, 'Send the body as JSON with Content-Type: application/json'),
  IDEMPOTENCY_KEY_REUSED: refusal(422, 'This Idempotency-Key was used with another request'),
  RATE_LIMITED: refusal(429, 'Too many requests. Try again after the time in Retry-After.'),
  GAS_BUDGET_EXHAUSTED: row(
    429,
    (whose: string) =>
      `The gas budget ${whose} for the day is used up. Try again after the time in Retry-After.`,
  ),
  INTERNAL: refusal(500, 'Something went wrong on our side. The request id identifies it.'),
  CHAIN_FAILED: refusal(502, 'The blockchain node responded with an error'),
  UNAVAILABLE: stated(503),
  CHAIN_TIMEOUT: refusal(504, 'The blockchain node did not respond in time'),
} as const satisfies Record<string, { status: number; message: (...data: string[]) => string }>

export type ErrorCode = keyof typeof ERRORS

/** Rules about a whole body. Each has an error code of its own, instead of a list of refused fields. */
const NAMED_RULES = ['BATCH_TOO_LARGE', 'BATCH_LENGTHS_DIFFER'] as const
export type NamedRule = (typeof NAMED_RULES)[number]

/**
 * A check of a schema whose failure has its own error code. It runs on the unparsed value, so its result does
 * not depend on other fields being valid.
 */
export function namedRule<Value>(
  code: NamedRule,
  holds: (value: unknown) => boolean,
): z.core.$ZodCheck<Value> {
  return z.refine<Value>(holds, {
    error: ERRORS[code].message(),
    params: { rule: code },
    when: () => true,
    abort: true,
  })
}

/** The named rule among a schema's issues. It takes precedence over all refused fields. */
export function brokenRule(issues: readonly z.core.$ZodIssue[]): NamedRule | undefined {
  for (const issue of issues) {
    const rule: unknown = issue.code === 'custom' ? issue.params?.['rule'] : undefined
    const named = NAMED_RULES.find((code) => code === rule)
    if (named !== undefined) return named
  }
  return undefined
}

/**
 * The BFF's errors beyond the service's catalog: stable code -> HTTP status and public text. The console and
 * the widget switch on the codes. Source: profile 1, 6 and 11 (`/api/*`).
 */
export const BFF_ERRORS = {
  /** There is no session, or it has expired. Ask for the passkey, then repeat the request. */
  SESSION_REQUIRED: refusal(401, 'Sign in with your passkey to continue'),
  /** The change requires step-up. Verify the passkey, then repeat the request (ADR 0020). */
  STEP_UP_REQUIRED: refusal(403, 'Confirm this change with your passkey'),
  STEP_UP_FAILED: refusal(
    403,
    'This passkey was not accepted for this change. Use one of your own passkeys.',
  ),
  FORBIDDEN_ROLE: row(
    403,
    (role: string, needed: string) =>
      `Your role in this organization (${role}) does not allow this. It takes: ${needed}.`,
  ),
  MEMBER_ABOVE: refusal(403, 'Only an owner may add, change or remove owners and admins.'),
  LAST_OWNER: refusal(409, 'This is the last owner. Make someone else an owner first.'),
  ORGANIZATION_KEPT: refusal(409, 'This organization belongs to the deployment and cannot be deleted here.'),
  ORGANIZATION_HAS_WALLETS: refusal(
    409,
    'This organization has wallets and cannot be deleted: their users could no longer use them.',
  ),
  LAST_ORGANIZATION: refusal(409, 'This is your only organization. Create or join another one first.'),
  LAST_PASSKEY: refusal(409, 'This is your last passkey. Add another one before you remove it.'),
  ADDRESS_BOOK_FULL: row(
    409,
    (most: string) => `The address book is full: it takes ${most} addresses. Remove one first.`,
  ),
  ALREADY_MEMBER: refusal(409, 'You are already a member of this organization.'),
  PASSKEY_KNOWN: refusal(409, 'This passkey is already registered.'),
  INVITATION_LINK_INVALID: refusal(403, 'This invitation is no longer valid. Ask for a new one.'),
  RECOVERY_INVALID: refusal(
    403,
    'This recovery code or link is no longer valid. Use another code, or ask an owner.',
  ),
  RECOVERY_ELSEWHERE: refusal(
    409,
    'This person is also in an organization that you do not own. They can use a recovery code, or the server’s operator can create a link.',
  ),
  ORGANIZATION_CHANGED: refusal(
    409,
    'You have switched to another organization in another tab. Reload this page.',
  ),
  SIGN_IN_FAILED: refusal(401, 'This passkey was not accepted. Try again, or use another one.'),
  IDENTITY_PROVIDER_FAILED: row(
    502,
    (reason: string) => `The identity provider ${reason}. Sign in with your passkey.`,
  ),
  IDENTITY_REFUSED: refusal(401, 'The identity provider’s response was not accepted. Start again.'),
  IDENTITY_UNKNOWN: refusal(
    403,
    'This account of the identity provider is not linked to a member. Sign in with your passkey, then link it in Your account.',
  ),
  IDENTITY_TAKEN: refusal(409, 'This account of the identity provider is linked to another person.'),
  CEREMONY_OVER: refusal(400, 'This passkey request took too long or was already used. Start again.'),
  PASSKEY_REFUSED: refusal(400, 'This passkey could not be registered. Start again.'),
  SETUP_LINK_INVALID: refusal(
    403,
    'This setup link is no longer valid. Start the server again to get a new one.',
  ),
  ORIGIN_REFUSED: refusal(403, 'Requests from this origin are not allowed'),
  HOST_REFUSED: row(
    421,
    (publicUrl: string) =>
      `This server responds at ${publicUrl} only. If this is the address you used, its proxy must pass the Host header unchanged.`,
  ),
  WIDGET_TOKEN_EXPIRED: refusal(401, 'This widget session is over. Ask for a new one.'),
  OPERATION_REFUSED: row(
    403,
    (operation: string) => `This widget session does not allow the operation ${operation}`,
  ),
  EMAIL_REFUSED: refusal(403, 'This widget session belongs to another email address'),
  INTEGRATION_SECRET_INVALID: row(401, (cause: string) => `Invalid integration secret: ${cause}`),
  INTEGRATION_SECRET_IN_BROWSER: refusal(
    403,
    'Widget sessions are opened by your server, and this request came from a web browser. If it carried an integration secret, revoke that secret now.',
  ),
  /** A hosted service's webhook has no signature by the secret entered in the console (ADR 0003). */
  WEBHOOK_REFUSED: row(401, (cause: string) => `This webhook was refused: ${cause}`),
  WEBHOOK_SECRET_MISSING: refusal(
    503,
    'The signing secret of this webhook has not been entered in the console yet. Send it again later.',
  ),
  /**
   * The upstream does not have this path, because it is an older or hosted service without our extensions
   * (profile 8).
   */
  UPSTREAM_LACKS: row(501, (what: string) => `The service behind this console does not offer: ${what}`),
  UPSTREAM_FAILED: refusal(502, 'The service behind this console failed to respond'),
  UPSTREAM_KEY_REFUSED: refusal(502, 'The service refused the API key that this console was set up with'),
  UPSTREAM_UNREACHABLE: refusal(503, 'The service behind this console cannot be reached'),
  UPSTREAM_TIMEOUT: refusal(504, 'The service behind this console did not respond in time'),
} as const satisfies Record<string, { status: number; message: (...data: string[]) => string }>

export type BffErrorCode = keyof typeof BFF_ERRORS
