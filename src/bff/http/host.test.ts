import { expect, test } from 'vitest'
import { readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import type { TestBff } from '#bff/testing/test-bff.ts'
import { forFile } from '#protocol/testing/for-file.ts'

const world = await forFile(consoleWorld.bff())

function ask(bff: TestBff['bff'], url: string, headers: Record<string, string> = {}) {
  return bff.fetch(new Request(url, { headers }))
}

test.each([['localhost:4000'], ['LOCALHOST:4000'], ['127.0.0.1:4000'], ['[::1]:4000']])(
  'param: a loopback deployment accepts the host %s',
  async (host) => {
    expect((await ask(world.bff, 'http://localhost:4000/api/session', { host })).status).toBe(200)
  },
)

test.each([
  ['evil.example'],
  ['evil.example:4000'],
  ['localhost:4001'],
  ['localhost'],
  ['localhost.evil.example:4000'],
  ['shop.localhost:4000'],
  ['127.0.0.1.nip.io:4000'],
  ['127.0.0.2:4000'],
  ['user@localhost:4000'],
  ['localhost:4000/x'],
  ['localhost:4000, evil.example'],
  [''],
])('error: Host %j is refused', async (host) => {
  const answer = await ask(world.bff, 'http://localhost:4000/api/session', { host })
  expect(await readError(answer)).toMatchObject({ status: 421, code: 'HOST_REFUSED' })
})

test('error: a public deployment accepts only its own name, whatever proxies send', async () => {
  const bff = world.another({ publicUrl: 'https://wallets.example' })
  expect((await ask(bff, 'https://wallets.example/api/session')).status).toBe(200)
  expect(
    (await ask(bff, 'https://wallets.example/api/session', { host: 'wallets.example:443' })).status,
  ).toBe(200)
  for (const host of ['localhost', '127.0.0.1', 'localhost:443', 'wallets.example.evil.example']) {
    const forwarded = { host, 'x-forwarded-host': 'wallets.example', forwarded: 'host=wallets.example' }
    expect((await ask(bff, 'https://wallets.example/api/session', forwarded)).status).toBe(421)
  }
})

test('error: a proxy that replaces Host or drops the port → the message names the header (MPExtended 324)', async () => {
  const bff = world.another({ publicUrl: 'https://wallets.example:8443' })
  const url = 'https://wallets.example:8443/api/session'
  expect((await ask(bff, url, { host: 'wallets.example:8443' })).status).toBe(200)
  for (const host of ['127.0.0.1:3000', 'wallets.example']) {
    expect(await readError(await ask(bff, url, { host }))).toMatchObject({
      code: 'HOST_REFUSED',
      message: expect.stringContaining('its proxy must pass the Host header unchanged'),
    })
  }
})
