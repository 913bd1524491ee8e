// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WidgetError, type WidgetErrorCode } from '#widget/errors.ts'
import { createServerState } from '#widget/testing/server-state.ts'
import { createSoftwareAuthenticator } from '#widget/testing/software-authenticator.ts'
import { standIn } from '#widget/testing/stand-in-server.ts'
import { memoryStore } from '#widget/testing/test-flows.ts'
import { createExactErrors } from './exact-errors.ts'
import { createLatchkey } from './index.ts'

const API_URL = 'https://wallets.example'

beforeEach(() => {
  vi.stubGlobal('location', { hostname: 'shop.example' })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/**
 * Opens a page without a wallet. Returns its authenticator, whose next prompt a test can fail, and a function that
 * creates a wallet.
 */
async function openPage() {
  const server = createServerState({ operations: ['create', 'transfer', 'approve', 'execute'] })
  const authenticator = createSoftwareAuthenticator()
  const latchkey = createLatchkey({
    apiUrl: API_URL,
    getToken: async () => server.validToken,
    fetch: (url, init) => standIn(server)(url, init),
    authenticator,
    store: memoryStore().store,
  })
  const create = () =>
    latchkey.createWallet({ email: 'mira@example.com', label: 'Mine', askCode: async () => '123456' })
  return { authenticator, latchkey, create }
}

test.each<[name: string, message: string, atCreation: WidgetErrorCode, atLogin: WidgetErrorCode]>([
  ['NotReadableError', 'An unknown error occurred', 'PASSKEY_DEVICE_FAILED', 'PASSKEY_DEVICE_FAILED'],
  ['UnknownError', '', 'PASSKEY_DEVICE_FAILED', 'PASSKEY_DEVICE_FAILED'],
  ['DataError', '', 'PASSKEY_BROWSER_FAILED', 'PASSKEY_BROWSER_FAILED'],
  ['TypeError', 'undefined is not a function', 'PASSKEY_BROWSER_FAILED', 'PASSKEY_BROWSER_FAILED'],
  ['OperationError', 'A request is already pending.', 'PASSKEY_BUSY', 'PASSKEY_BUSY'],
  ['NotAllowedError', '', 'PASSKEY_REFUSED', 'PASSKEY_NOT_FOUND'],
  ['NotAllowedError', 'The document is not focused.', 'PAGE_HIDDEN', 'PAGE_HIDDEN'],
  ['NotSupportedError', '', 'PASSKEY_KEY_TYPE', 'PASSKEY_BROWSER_FAILED'],
  ['ConstraintError', '', 'PASSKEY_UNVERIFIED', 'PASSKEY_UNVERIFIED'],
  ['MadeUpError', '', 'UNKNOWN', 'UNKNOWN'],
])('error: a prompt that fails with %s (%j) is %s for a new passkey and %s for a login', async (...row) => {
  const [name, message, atCreation, atLogin] = row
  const failure = new DOMException(message, name)
  const { authenticator, latchkey, create } = await openPage()
  authenticator.failNext(failure)
  await expect(create()).rejects.toMatchObject({ code: atCreation, cause: failure })
  await create()
  authenticator.failNext(failure)
  await expect(latchkey.login()).rejects.toMatchObject({ code: atLogin, cause: failure })
})

test('error: a policy and a wrong clock have the same codes as in the element', async () => {
  const date = new Date(Date.now() - 3_600_000).toUTCString()
  const asked: string[] = []
  const { run } = createExactErrors({
    apiUrl: API_URL,
    async fetch(url) {
      asked.push(url)
      return new Response('{}', { status: 401, headers: { date } })
    },
  })
  const fail = (error: unknown) => run(() => Promise.reject(error))
  await expect(
    fail(new WidgetError('OPERATION_NOT_ALLOWED', { refusedBy: 'POLICY_REFUSED', detail: 'Daily limit' })),
  ).rejects.toMatchObject({ code: 'POLICY_REFUSED', next: 'edit', detail: 'Daily limit' })
  await expect(fail(new WidgetError('TRANSACTION_EXPIRED'))).rejects.toMatchObject({ code: 'CLOCK_WRONG' })
  expect(asked).toEqual([`${API_URL}/api/widget/config`])
})

test('behavior: an error of the page is thrown unchanged, and each error is analyzed once', async () => {
  const fetched = vi.fn(async () => new Response('{}'))
  const { run, report } = createExactErrors({ apiUrl: API_URL, fetch: fetched })
  const own = new TypeError('the page is broken')
  await expect(run(() => Promise.reject(own))).rejects.toBe(own)
  const expired = new WidgetError('TRANSACTION_EXPIRED')
  expect(await report(expired)).toBe(expired)
  await expect(run(() => Promise.reject(expired))).rejects.toBe(expired)
  expect(fetched).toHaveBeenCalledTimes(1)
})
