import { describe, expect, test } from 'vitest'
import { PublicKeyError } from '#shared/passkey/public-key.ts'
import { WidgetError, type PromptFacts, type WidgetErrorCode } from '#widget/errors.ts'
import { nameCeremonyError } from '#widget/passkey/ceremony.ts'
import { exactCode, type Surroundings } from './exact-code.ts'

const AROUND: Surroundings = {
  isSecure: true,
  capabilities: {},
  clockOffSeconds: undefined,
  answered: true,
}

function prompt(facts: Partial<PromptFacts> = {}): PromptFacts {
  return { kind: 'get', elapsedMs: 4_000, focused: true, answer: Promise.resolve(), ...facts }
}

/** What the widget makes of a browser's error, looked at closely. */
function codeOf(
  name: string,
  message: string,
  facts: Partial<PromptFacts> = {},
  around: Partial<Surroundings> = {},
): WidgetErrorCode {
  const error = nameCeremonyError(new DOMException(message, name), prompt(facts))
  if (!(error instanceof WidgetError)) throw new Error('not named')
  return exactCode(error, { ...AROUND, ...around })
}

describe('a prompt that failed', () => {
  test.each<[WidgetErrorCode, string, string, Partial<PromptFacts>]>([
    ['PASSKEY_CANCELLED', 'NotAllowedError', 'closed', {}],
    ['PASSKEY_CANCELLED', 'NotAllowedError', 'closed', { kind: 'create', elapsedMs: 151 }],
    ['PASSKEY_NOT_FOUND', 'NotAllowedError', '', { elapsedMs: 40 }],
    ['PASSKEY_REFUSED', 'NotAllowedError', '', { kind: 'create', elapsedMs: 40 }],
    ['PASSKEY_TIMEOUT', 'NotAllowedError', 'The operation timed out.', { elapsedMs: 299_900 }],
    ['PAGE_HIDDEN', 'NotAllowedError', 'The page does not have focus.', { elapsedMs: 3 }],
    ['PAGE_HIDDEN', 'NotAllowedError', '', { focused: false, elapsedMs: 3 }],
    ['PASSKEY_BLOCKED', 'NotAllowedError', "The 'publickey-credentials-create' feature is not enabled", {}],
    ['PASSKEY_BUSY', 'NotAllowedError', 'A request is already pending.', {}],
    ['PASSKEY_BUSY', 'OperationError', 'A request is already pending.', {}],
    ['PASSKEY_BUSY', 'InvalidStateError', '', { kind: 'get' }],
    ['PASSKEY_EXISTS', 'InvalidStateError', '', { kind: 'create' }],
    ['PASSKEY_UNVERIFIED', 'ConstraintError', '', { kind: 'create' }],
    ['PASSKEY_KEY_TYPE', 'NotSupportedError', '', { kind: 'create' }],
    ['RP_ID_MISMATCH', 'SecurityError', 'The relying party ID is not a registrable domain suffix', {}],
    ['PASSKEY_UNSUITABLE', 'EncodingError', '', {}],
    ['UNKNOWN', 'TypeError', 'anything', {}],
  ])('error: %s for %s (%j) and %j', (expected, name, message, facts) => {
    expect(codeOf(name, message, facts)).toBe(expected)
  })

  test('error: a prompt refused at once on a device that can verify nobody asks for a fingerprint or PIN', () => {
    const facts = { kind: 'create', elapsedMs: 10 } as const
    const none = { capabilities: { userVerifyingPlatformAuthenticator: false } }
    expect(codeOf('NotAllowedError', '', facts, none)).toBe('PASSKEY_UNVERIFIED')
    expect(codeOf('NotAllowedError', '', facts, { capabilities: {} })).toBe('PASSKEY_REFUSED')
  })

  test('error: our own deadline tells a prompt that was left open from a manager that never answers', () => {
    const error = new WidgetError('PASSKEY_TIMEOUT', { detail: 'DeadlineError', prompt: prompt() })
    expect(exactCode(error, AROUND)).toBe('PASSKEY_TIMEOUT')
    expect(exactCode(error, { ...AROUND, answered: false })).toBe('PASSKEY_NO_ANSWER')
  })

  test('error: a prompt that another element’s ended says that another one is open', () => {
    const ended = new WidgetError('PASSKEY_CANCELLED', { detail: 'another prompt was opened' })
    expect(exactCode(ended, AROUND)).toBe('PASSKEY_BUSY')
  })
})

describe('what is no prompt', () => {
  const unsuitable = (detail?: string, cause?: unknown) =>
    new WidgetError('PASSKEY_UNSUITABLE', { detail, cause })

  test.each<[WidgetErrorCode, WidgetError, Partial<Surroundings>]>([
    ['INSECURE_CONTEXT', new WidgetError('UNSUPPORTED_BROWSER'), { isSecure: false }],
    ['UNSUPPORTED_BROWSER', new WidgetError('UNSUPPORTED_BROWSER'), {}],
    ['CLOCK_WRONG', new WidgetError('EXPIRATION_TOO_FAR'), { clockOffSeconds: 3_600 }],
    ['CLOCK_WRONG', new WidgetError('TRANSACTION_EXPIRED'), { clockOffSeconds: -3_600 }],
    ['TRANSACTION_EXPIRED', new WidgetError('TRANSACTION_EXPIRED'), { clockOffSeconds: 59 }],
    ['TRANSACTION_EXPIRED', new WidgetError('TRANSACTION_EXPIRED'), {}],
    ['PASSKEY_UNVERIFIED', unsuitable('the user was not verified'), {}],
    ['PASSKEY_KEY_TYPE', unsuitable(undefined, new PublicKeyError('key', 'RS256')), {}],
    ['PASSKEY_UNSUITABLE', unsuitable('made for another domain'), {}],
    ['NO_WALLET', new WidgetError('NO_WALLET'), { clockOffSeconds: 9_999, isSecure: false }],
  ])('error: %s', (expected, error, around) => {
    expect(exactCode(error, { ...AROUND, ...around })).toBe(expected)
  })
})
