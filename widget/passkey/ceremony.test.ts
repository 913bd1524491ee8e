import { afterEach, expect, test, vi } from 'vitest'
import { WidgetError } from '#widget/errors.ts'
import { AuthenticatorAnswerError } from './authenticator.ts'
import { ceremony, CEREMONY_DEADLINE_MS } from './ceremony.ts'

const never = () => new Promise<string>(() => {})
const live = () => new AbortController().signal

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['NotAllowedError', 'closed', 'PASSKEY_CANCELLED'],
  [
    'NotAllowedError',
    'The publickey-credentials-get feature is not enabled in this document.',
    'PASSKEY_BLOCKED',
  ],
  ['AbortError', '', 'PASSKEY_CANCELLED'],
  ['TimeoutError', '', 'PASSKEY_TIMEOUT'],
  ['SecurityError', '', 'RP_ID_MISMATCH'],
  ['InvalidStateError', '', 'PASSKEY_EXISTS'],
  ['ConstraintError', '', 'PASSKEY_UNSUITABLE'],
  ['NotSupportedError', '', 'PASSKEY_UNSUITABLE'],
  ['SomethingElse', '', 'UNKNOWN'],
])('error: %s (%j) becomes %s', async (name, message, code) => {
  const fails = () => Promise.reject(new DOMException(message, name))
  await expect(ceremony(live(), fails)).rejects.toMatchObject({ code })
})

test.each([true, false])(
  'behavior: the error says whether the page was in front (%s) when the prompt started',
  async (focused) => {
    vi.stubGlobal('document', { hasFocus: () => focused })
    const fails = () => Promise.reject(new DOMException('closed', 'NotAllowedError'))
    await expect(ceremony(live(), fails, 'create')).rejects.toMatchObject({
      prompt: { kind: 'create', focused },
    })
  },
)

test('error: a response that is not a passkey is unsuitable', async () => {
  const fails = () => Promise.reject(new AuthenticatorAnswerError('none'))
  await expect(ceremony(live(), fails)).rejects.toMatchObject({ code: 'PASSKEY_UNSUITABLE' })
})

test('behavior: a prompt that never responds ends at our own deadline', async () => {
  vi.useFakeTimers()
  let inner: AbortSignal | undefined
  const running = ceremony(live(), (signal) => {
    inner = signal
    return never()
  })
  const ended = expect(running).rejects.toMatchObject({ code: 'PASSKEY_TIMEOUT' })
  await vi.advanceTimersByTimeAsync(CEREMONY_DEADLINE_MS)
  await ended
  expect(inner?.aborted).toBe(true)
})

test('behavior: a second prompt ends the first', async () => {
  const first = ceremony(live(), never)
  const ended = expect(first).rejects.toMatchObject({ code: 'PASSKEY_CANCELLED' })
  expect(await ceremony(live(), async () => 'answer')).toBe('answer')
  await ended
})

test('behavior: leaving aborts the prompt and throws the reason of leaving', async () => {
  const controller = new AbortController()
  const running = ceremony(controller.signal, never)
  controller.abort(new Error('left'))
  await expect(running).rejects.toThrow('left')
  await expect(ceremony(controller.signal, async () => 'late')).rejects.toThrow('left')
})

test('behavior: our own errors are rethrown unchanged', async () => {
  const own = new WidgetError('STOPPED_BY_PAGE')
  await expect(ceremony(live(), () => Promise.reject(own))).rejects.toBe(own)
})
