import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PublicKeyError } from '#protocol/passkey/public-key.ts'
import { WidgetError, type PromptFacts, type WidgetErrorCode } from '#widget/errors.ts'
import { nameCeremonyError } from '#widget/passkey/ceremony.ts'
import { frameEn } from '#widget/texts/en.ts'
import { exactCode } from './exact-code.ts'

const { signal } = new AbortController()
const around = { apiUrl: 'https://wallets.example', signal }

beforeEach(() => vi.stubGlobal('isSecureContext', true))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Sets the server's clock in its responses. */
function stubClock(offSeconds: number): void {
  const date = new Date(Date.now() - offSeconds * 1_000).toUTCString()
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401, headers: { date } }))
}

/** Browser messages for a closed prompt. Chromium uses the same one for a prompt that was never shown. */
const CHROMIUM_CLOSED =
  'The operation either timed out or was not allowed. See: https://www.w3.org/TR/webauthn-2/#sctn-privacy-considerations-client.'
const SAFARI_CLOSED = 'This request has been cancelled by the user.'
const FIREFOX_CLOSED =
  'The request is not allowed by the user agent or the platform in the current context, possibly because the user denied permission.'

const FIREFOX_UNUSABLE = 'An attempt was made to use an object that is not, or is no longer, usable'

function prompt(facts: Partial<PromptFacts> = {}): PromptFacts {
  return { kind: 'get', elapsedMs: 4_000, focused: true, answer: Promise.resolve(), ...facts }
}

/** The widget's code for a browser's error, after the closer analysis. */
async function codeOf(name: string, message: string, facts: Partial<PromptFacts>): Promise<WidgetErrorCode> {
  const error = nameCeremonyError(new DOMException(message, name), prompt(facts))
  if (!(error instanceof WidgetError)) throw new Error('not named')
  return exactCode(error, around)
}

describe('a prompt that failed', () => {
  test.each<[WidgetErrorCode, string, string, Partial<PromptFacts>]>([
    ['PASSKEY_CANCELLED', 'NotAllowedError', 'closed', {}],
    ['PASSKEY_CANCELLED', 'NotAllowedError', CHROMIUM_CLOSED, {}],
    ['PASSKEY_CANCELLED', 'NotAllowedError', SAFARI_CLOSED, {}],
    ['PASSKEY_CANCELLED', 'NotAllowedError', FIREFOX_CLOSED, {}],
    ['PASSKEY_CANCELLED', 'AbortError', 'The operation was aborted.', {}],
    ['PASSKEY_CANCELLED', 'NotAllowedError', 'closed', { kind: 'create', elapsedMs: 151 }],
    ['PASSKEY_NOT_FOUND', 'NotAllowedError', '', { elapsedMs: 40 }],
    ['PASSKEY_NOT_FOUND', 'NotAllowedError', CHROMIUM_CLOSED, { elapsedMs: 40 }],
    ['PASSKEY_NOT_FOUND', 'NotAllowedError', FIREFOX_CLOSED, { elapsedMs: 40 }],
    [
      'PASSKEY_NOT_FOUND',
      'NotAllowedError',
      'No available authenticator recognized any of the allowed credentials.',
      { elapsedMs: 40 },
    ],
    ['PASSKEY_REFUSED', 'NotAllowedError', '', { kind: 'create', elapsedMs: 40 }],
    ['PASSKEY_REFUSED', 'NotAllowedError', 'Operation failed.', { kind: 'create', elapsedMs: 40 }],
    ['PASSKEY_TIMEOUT', 'NotAllowedError', 'The operation timed out.', { elapsedMs: 299_900 }],
    ['PAGE_HIDDEN', 'NotAllowedError', 'The page does not have focus.', { elapsedMs: 3 }],
    ['PAGE_HIDDEN', 'NotAllowedError', 'The document is not focused.', { elapsedMs: 3 }],
    ['PAGE_HIDDEN', 'NotAllowedError', '', { focused: false, elapsedMs: 3 }],
    ['PAGE_HIDDEN', 'NotAllowedError', FIREFOX_CLOSED, { focused: false, elapsedMs: 3 }],
    ['PASSKEY_BLOCKED', 'NotAllowedError', "The 'publickey-credentials-create' feature is not enabled", {}],
    // w3c/webauthn 1656.
    [
      'PASSKEY_BLOCKED',
      'NotAllowedError',
      "The following credential operations can only occur in a document which is same-origin with all of its ancestors: storage/retrieval of 'PasswordCredential' and 'FederatedCredential', storage of 'PublicKeyCredential'.",
      { kind: 'create', elapsedMs: 3 },
    ],
    // bitwarden/clients 21466.
    [
      'PASSKEY_BLOCKED',
      'NotAllowedError',
      "Invalid 'sameOriginWithAncestors' value",
      { kind: 'create', elapsedMs: 3 },
    ],
    ['PASSKEY_BUSY', 'NotAllowedError', 'A request is already pending.', {}],
    ['PASSKEY_BUSY', 'OperationError', 'A request is already pending.', {}],
    ['PASSKEY_BUSY', 'NotAllowedError', 'There is a pending request.', {}],
    ['PASSKEY_BUSY', 'InvalidStateError', '', { kind: 'get', elapsedMs: 40 }],
    ['PASSKEY_BUSY', 'InvalidStateError', FIREFOX_UNUSABLE, { elapsedMs: 40 }],
    // Firefox with a security key that lacks the passkey (authgear/authgear-server 2320).
    ['PASSKEY_CANCELLED', 'InvalidStateError', FIREFOX_UNUSABLE, {}],
    ['PASSKEY_EXISTS', 'InvalidStateError', '', { kind: 'create' }],
    [
      'PASSKEY_EXISTS',
      'InvalidStateError',
      'At least one credential matches an entry of the excludeCredentials list in the platform attached authenticator.',
      { kind: 'create' },
    ],
    ['PASSKEY_UNVERIFIED', 'ConstraintError', '', { kind: 'create' }],
    ['PASSKEY_KEY_TYPE', 'NotSupportedError', '', { kind: 'create' }],
    ['PASSKEY_KEY_TYPE', 'NotSupportedError', 'The operation is not supported.', { kind: 'create' }],
    // Android without discoverable passkeys (authgear/authgear-server 2461).
    [
      'PASSKEY_BROWSER_FAILED',
      'NotSupportedError',
      'Use of an empty `allowCredentials` list is not supported on this device.',
      { kind: 'get' },
    ],
    ['RP_ID_MISMATCH', 'SecurityError', 'The relying party ID is not a registrable domain suffix', {}],
    ['PASSKEY_UNSUITABLE', 'EncodingError', '', {}],
    ['PASSKEY_UNSUITABLE', 'EncodingError', 'The given data could not be encoded.', {}],
    ['PASSKEY_BROWSER_FAILED', 'TypeError', 'anything', {}],
    [
      'PASSKEY_DEVICE_FAILED',
      'NotReadableError',
      'An unknown error occurred while talking to the credential manager.',
      {},
    ],
  ])('error: %s for %s (%j) and %j', async (expected, name, message, facts) => {
    expect(await codeOf(name, message, facts)).toBe(expected)
  })

  test('error: a prompt rejected at once on a device without user verification does not ask for a fingerprint or PIN', async () => {
    const facts = { kind: 'create', elapsedMs: 10 } as const
    expect(await codeOf('NotAllowedError', CHROMIUM_CLOSED, facts)).toBe('PASSKEY_REFUSED')
    expect(frameEn.errors.PASSKEY_REFUSED).toContain('fingerprint or PIN')
  })

  test('error: our own deadline distinguishes a prompt that was left open from a manager that never responds', async () => {
    vi.useFakeTimers()
    const ended = (facts?: Partial<PromptFacts>) =>
      exactCode(
        new WidgetError('PASSKEY_TIMEOUT', { detail: 'DeadlineError', prompt: prompt(facts) }),
        around,
      )
    expect(await ended()).toBe('PASSKEY_TIMEOUT')
    const never = ended({ answer: new Promise(() => {}) })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await never).toBe('PASSKEY_NO_ANSWER')
  })

  test('error: a prompt that was ended by another element’s prompt says that another one is open', async () => {
    const ended = new WidgetError('PASSKEY_CANCELLED', { reason: 'another-prompt' })
    expect(await exactCode(ended, around)).toBe('PASSKEY_BUSY')
  })
})

describe('errors outside of prompts', () => {
  const unsuitable = (detail?: string, cause?: unknown) =>
    new WidgetError('PASSKEY_UNSUITABLE', { detail, cause })

  test.each<[WidgetErrorCode, WidgetError, { isSecure?: boolean; clockOffSeconds?: number }]>([
    ['INSECURE_CONTEXT', new WidgetError('UNSUPPORTED_BROWSER'), { isSecure: false }],
    ['UNSUPPORTED_BROWSER', new WidgetError('UNSUPPORTED_BROWSER'), {}],
    ['CLOCK_WRONG', new WidgetError('EXPIRATION_TOO_FAR'), { clockOffSeconds: 3_600 }],
    ['CLOCK_WRONG', new WidgetError('TRANSACTION_EXPIRED'), { clockOffSeconds: -3_600 }],
    ['TRANSACTION_EXPIRED', new WidgetError('TRANSACTION_EXPIRED'), { clockOffSeconds: 58 }],
    ['TRANSACTION_EXPIRED', new WidgetError('TRANSACTION_EXPIRED'), {}],
    ['PASSKEY_UNVERIFIED', new WidgetError('PASSKEY_UNSUITABLE', { reason: 'unverified' }), {}],
    ['PASSKEY_KEY_TYPE', unsuitable(undefined, new PublicKeyError('key', 'RS256')), {}],
    ['PASSKEY_UNSUITABLE', unsuitable('made for another domain'), {}],
    [
      'OPERATION_NOT_ALLOWED',
      new WidgetError('OPERATION_NOT_ALLOWED', { refusedBy: 'OPERATION_REFUSED' }),
      {},
    ],
    ['POLICY_REFUSED', new WidgetError('OPERATION_NOT_ALLOWED', { refusedBy: 'POLICY_REFUSED' }), {}],
    ['CO_SIGNATURE_MISSING', new WidgetError('UNKNOWN', { refusedBy: 'CO_SIGNATURE_MISSING' }), {}],
    ['CO_SIGNER_NOT_READY', new WidgetError('CONFLICT', { refusedBy: 'CO_SIGNER_NOT_READY' }), {}],
    ['NO_WALLET', new WidgetError('NO_WALLET'), { clockOffSeconds: 9_999, isSecure: false }],
  ])('error: %s', async (expected, error, { isSecure = true, clockOffSeconds = 0 }) => {
    vi.stubGlobal('isSecureContext', isSecure)
    stubClock(clockOffSeconds)
    expect(await exactCode(error, around)).toBe(expected)
  })
})
