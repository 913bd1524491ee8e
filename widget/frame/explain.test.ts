import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asWidgetError, WidgetError, type ExactCode, type PromptFacts } from '#widget/errors.ts'
import { nameCeremonyError } from '#widget/passkey/ceremony.ts'
import { en, frameEn } from '#widget/texts/en.ts'
import { explain } from './explain.ts'

const { signal } = new AbortController()
const place = { apiUrl: 'https://wallets.example', rpId: 'shop.example', messages: en, signal }
const prompt: PromptFacts = {
  kind: 'get',
  elapsedMs: 12.4,
  focused: true,
  answer: Promise.reject(new Error('late')),
}
prompt.answer.catch(() => {})

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('location', { host: 'shop.example', hash: '' })
  vi.stubGlobal('navigator', { userAgent: 'Browser/1' })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('behavior: returns the error with its exact code, sentence and next step, and a text for support', async () => {
  const cause = new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError')
  const error = new WidgetError('PASSKEY_CANCELLED', { detail: 'NotAllowedError', cause, prompt })
  const exact = await explain(error, place)
  expect(exact).toMatchObject({
    code: 'PASSKEY_NOT_FOUND',
    next: 'passkey',
    detail: 'NotAllowedError',
    cause,
  })
  expect(exact.sentence).toBe(frameEn.errors.PASSKEY_NOT_FOUND)
  const [what, text] = exact.support ?? ['', '']
  expect(what).toBe(frameEn.copyDetails)
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'code: PASSKEY_NOT_FOUND (PASSKEY_CANCELLED)',
      'browser says: NotAllowedError The operation either timed out or was not allowed.',
      'prompt: get, 12 ms',
      'focused: true',
      'passkey domain: shop.example',
      'browser: Browser/1',
    ]),
  )
})

test('behavior: an error without a more exact code keeps its code and sentence, and gets the text for support', async () => {
  const exact = await explain(new WidgetError('PASSKEY_WRONG', { detail: 'of another key' }), place)
  expect(exact).toMatchObject({ code: 'PASSKEY_WRONG', next: 'retry', sentence: en.errors.PASSKEY_WRONG })
  expect(exact.support?.[1]).toContain('code: PASSKEY_WRONG')
})

test.each([
  [
    'shop.de',
    'https://shop.de has to be a related origin: add it to https://shop.example/.well-known/webauthn',
  ],
  ['www.shop.example', 'SecurityError'],
])('error: a passkey prompt that the browser refuses on %s → detail %j', async (hostname, detail) => {
  vi.stubGlobal('location', { host: hostname, hostname, origin: `https://${hostname}`, hash: '' })
  const cause = new DOMException('refused', 'SecurityError')
  const error = new WidgetError('RP_ID_MISMATCH', { detail: 'SecurityError', cause, prompt })
  const exact = await explain(error, place)
  expect(exact).toMatchObject({ detail, sentence: frameEn.errors.RP_ID_MISMATCH })
})

test('behavior: an error in the attribute keeps its detail', async () => {
  const error = new WidgetError('RP_ID_MISMATCH', { detail: 'rp-id must be a domain: https://shop.example' })
  const exact = await explain(error, { ...place, rpId: 'https://shop.example' })
  expect(exact).toMatchObject({ detail: error.detail, sentence: frameEn.errors.RP_ID_MISMATCH })
})

test('error: a browser without related origins → advice to use another', async () => {
  const error = new WidgetError('RP_ID_MISMATCH', { reason: 'unsupported', detail: 'shop.de is elsewhere' })
  const exact = await explain(error, place)
  expect(exact).toMatchObject({ detail: 'shop.de is elsewhere', sentence: en.errors.UNSUPPORTED_BROWSER })
})

test('behavior: an error is not explained twice', async () => {
  const exact = await explain(new WidgetError('PASSKEY_WRONG'), place)
  expect(await explain(exact, place)).toBe(exact)
})

test('behavior: the text for support contains no data of the person, the wallet or the passkey', async () => {
  const personal = [
    'mira@example.com',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    'token-1',
    'c3VwZXItc2VjcmV0',
  ]
  const error = new WidgetError('UNKNOWN', { detail: personal.join(' '), cause: new Error('plain') })
  const { support } = await explain(error, place)
  for (const secret of personal) expect(support?.[1]).not.toContain(secret)
})

test('error: a manager that never responds is identified after a second, and a hanging browser causes no further delay', async () => {
  vi.useFakeTimers()
  const never = new Promise<never>(() => {})
  vi.stubGlobal('fetch', () => never)
  const error = new WidgetError('PASSKEY_TIMEOUT', { prompt: { ...prompt, answer: never } })
  const explained = explain(error, place)
  const late = explain(new WidgetError('TRANSACTION_EXPIRED'), place)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await explained).toMatchObject({ code: 'PASSKEY_NO_ANSWER' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await late).toMatchObject({ code: 'TRANSACTION_EXPIRED' })
})

test.each([
  [3_600, 'CLOCK_WRONG'],
  [-7_200, 'CLOCK_WRONG'],
  [20, 'TRANSACTION_EXPIRED'],
])('error: with a clock that is %i s off, an expired call becomes %s', async (seconds, code) => {
  vi.useFakeTimers({ now: 1_795_000_000_000 })
  const date = new Date(Date.now() - seconds * 1_000).toUTCString()
  const asked = vi.fn(async () => new Response('{}', { status: 401, headers: { date } }))
  vi.stubGlobal('fetch', asked)
  expect(await explain(new WidgetError('TRANSACTION_EXPIRED'), place)).toMatchObject({ code })
  // The request has no token, because only the header is needed.
  expect(asked).toHaveBeenCalledWith('https://wallets.example/api/widget/config', {
    signal,
    credentials: 'omit',
  })
})

test('error: an insecure page → advice to use https; an old browser → advice to use another', async () => {
  vi.stubGlobal('isSecureContext', false)
  const unsupported = new WidgetError('UNSUPPORTED_BROWSER')
  expect(await explain(unsupported, place)).toMatchObject({ code: 'INSECURE_CONTEXT', next: 'none' })
  vi.stubGlobal('isSecureContext', true)
  expect(await explain(unsupported, place)).toMatchObject({ code: 'UNSUPPORTED_BROWSER', next: 'none' })
})

test.each([
  [
    'NotReadableError',
    'An unknown error occurred while talking to the credential manager.',
    'PASSKEY_DEVICE_FAILED',
  ],
  ['UnknownError', '', 'PASSKEY_DEVICE_FAILED'],
  ['DataError', 'The incoming request cannot be validated', 'PASSKEY_BROWSER_FAILED'],
  ['TypeError', 'undefined is not an object', 'PASSKEY_BROWSER_FAILED'],
  [
    'NotAllowedError',
    "User gesture is not detected. To use the WebAuthn API, call 'navigator.credentials.get' within user activated events.",
    'PASSKEY_CLICK_NEEDED',
  ],
  ['OperationError', 'A request is already pending.', 'PASSKEY_BUSY'],
  ['MadeUpError', '', 'UNKNOWN'],
] as const)('error: %s of a prompt (%j) becomes %s', async (name, message, code) => {
  const cause = Object.assign(new Error(message), { name })
  for (const kind of ['create', 'get'] as const) {
    const error = nameCeremonyError(cause, { ...prompt, kind })
    expect(await explain(asWidgetError(error), place)).toMatchObject({ code, next: 'retry' })
  }
})

test('error: a TypeError outside of a passkey prompt → UNKNOWN', async () => {
  const error = new WidgetError('UNKNOWN', { cause: new TypeError('not a function') })
  expect(await explain(error, place)).toMatchObject({ code: 'UNKNOWN' })
})

test('param: every exact code has its own complete sentence', () => {
  const codes: Record<ExactCode, true> = {
    INSECURE_CONTEXT: true,
    PAGE_HIDDEN: true,
    PASSKEY_NOT_FOUND: true,
    PASSKEY_REFUSED: true,
    PASSKEY_NO_ANSWER: true,
    PASSKEY_BUSY: true,
    PASSKEY_DEVICE_FAILED: true,
    PASSKEY_BROWSER_FAILED: true,
    PASSKEY_CLICK_NEEDED: true,
    PASSKEY_UNVERIFIED: true,
    PASSKEY_KEY_TYPE: true,
    POLICY_REFUSED: true,
    CO_SIGNATURE_MISSING: true,
    CO_SIGNER_NOT_READY: true,
    CLOCK_WRONG: true,
  }
  const sentences = Object.keys(codes).map((code) => new Map(Object.entries(frameEn.errors)).get(code))
  expect(sentences.every((sentence) => sentence?.endsWith('.'))).toBe(true)
  expect(new Set(sentences).size).toBe(Object.keys(codes).length)
})

test.each<[what: string, kind: PromptFacts['kind'], elapsedMs: number, sentence: string]>([
  ['a prompt for a new passkey that ended', 'create', 4_000, frameEn.notCreated],
  ['a prompt for a signature that was closed', 'get', 4_000, en.errors.PASSKEY_CANCELLED],
  ['a new passkey that was refused at once', 'create', 12, frameEn.errors.PASSKEY_REFUSED],
])('error: %s → its own sentence (Authnkey 6)', async (_what, kind, elapsedMs, sentence) => {
  const cause = new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError')
  const ended = { ...prompt, kind, elapsedMs }
  expect(await explain(new WidgetError('PASSKEY_CANCELLED', { cause, prompt: ended }), place)).toMatchObject({
    sentence,
  })
})

test('behavior: a browser that refuses at once may be an app that shows the page (react-native-webview 1674)', () => {
  for (const sentence of [frameEn.errors.PASSKEY_REFUSED, frameEn.errors.PASSKEY_NOT_FOUND])
    expect(sentence).toContain('If an app shows this page, open it in your browser.')
})
