import { expect, test, vi } from 'vitest'
import { createSession, type TokenSource } from './session.ts'

test('behavior: uses the page’s token first, and calls getToken only after a refusal', async () => {
  let asked = 0
  const session = createSession(() => ({ token: 'one', getToken: async () => `two-${++asked}` }))
  expect(await session.token()).toBe('one')
  expect(await session.renew('one')).toBe('two-1')
  expect(await session.token()).toBe('two-1')
})

test('behavior: parallel refusals call getToken once', async () => {
  let asked = 0
  const session = createSession(() => ({ token: 'one', getToken: async () => `two-${++asked}` }))
  await session.token()
  expect(await Promise.all([session.renew('one'), session.renew('one')])).toEqual(['two-1', 'two-1'])
  expect(await session.renew('one')).toBe('two-1')
  expect(asked).toBe(1)
})

test('behavior: a page without getToken may set a new token', async () => {
  const source: TokenSource = { token: 'one' }
  const session = createSession(() => source)
  await session.token()
  source.token = 'two'
  expect(await session.renew('one')).toBe('two')
})

test('error: without any token, the error says what the page must set', async () => {
  await expect(createSession(() => ({})).token()).rejects.toMatchObject({ code: 'CONFIGURATION' })
})

test('error: a refused token that the page cannot renew ends the session', async () => {
  const session = createSession(() => ({ token: 'one' }))
  await session.token()
  await expect(session.renew('one')).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  // The second of two simultaneous requests finds that the token was refused. It must not fail with CONFIGURATION.
  await expect(session.token()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
})

test.each([['throws'], ['']])(
  'error: a getToken that %j returns no token ends the session, and is called again later',
  async (answer) => {
    let works = false
    const getToken = async () => {
      if (works) return 'fresh'
      if (answer === 'throws') throw new Error('signed out')
      return answer
    }
    const session = createSession(() => ({ getToken }))
    await expect(session.token()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    works = true
    expect(await session.token()).toBe('fresh')
  },
)

test('error: a getToken that never settles ends the session after half a minute, with the cause', async () => {
  vi.useFakeTimers()
  const asking = createSession(() => ({ getToken: () => new Promise(() => {}) })).token()
  void vi.advanceTimersByTimeAsync(30_000)
  await expect(asking).rejects.toMatchObject({
    code: 'SESSION_EXPIRED',
    cause: { message: 'no answer in time' },
  })
  vi.useRealTimers()
})

test.each([
  ['an API key', `pk_live_abc123_${'A'.repeat(32)}_abcdef`, 'API key'],
  ['an integration secret', `is_live_${'A'.repeat(43)}_abcdef`, 'integration secret'],
  ['the settings of a backend', `{"secret":"whsec_${'A'.repeat(43)}="}`, 'webhook secret'],
])(
  'error: %s in a browser is reported on the console without its value, and never sent',
  async (_, secret, name) => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const source of [{ token: secret }, { getToken: async () => secret }]) {
      print.mockClear()
      const error: unknown = await createSession(() => source)
        .token()
        .catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'CONFIGURATION', detail: expect.stringContaining(name) })
      expect(print).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`Your ${name} reached a browser`))
      expect(`${String(error)} ${JSON.stringify(error)} ${JSON.stringify(print.mock.calls)}`).not.toMatch(
        /A{9}/,
      )
    }
  },
)

test.each([
  ['JSON text', JSON.stringify({ token: 'x'.repeat(43) }), 'JSON text'],
  ['a page', '<!doctype html>\n<title>Sign in</title>', 'no widget token'],
  ['an object as text', '[object Object]', 'no widget token'],
])('error: %s in place of a token is identified', async (_, text, detail) => {
  await expect(createSession(() => ({ getToken: async () => text })).token()).rejects.toMatchObject({
    code: 'CONFIGURATION',
    detail: expect.stringContaining(detail),
  })
})
