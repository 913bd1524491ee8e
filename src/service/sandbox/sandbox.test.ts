import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { SCOPES } from '#protocol/endpoint.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { readErc20Balance, readNativeBalance } from '#service/chain/erc20.ts'
import { createService } from '#service/create-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { DEMO_TOKENS } from './demo-tokens.ts'
import { seedSandbox } from './seed-sandbox.ts'

const RECEIVER: Address = '0x00000000000000000000000000000000000d0001'
const { erc20, erc721, erc1155 } = DEMO_TOKENS

const world = await forFile(serviceWorld.sandbox())

describe('seed', () => {
  test('behavior: seeding again changes nothing and keeps the key', async () => {
    expect(await seedSandbox(world.ctx, { apiKey: world.seeded.apiKey })).toEqual(world.seeded)
    const { body } = await world.call('GET', '/v1/baas/tokens/allowed')
    expect(
      body.content.map((token: { symbol: string; decimals: number; address: string }) => [
        token.symbol,
        token.decimals,
        token.address,
      ]),
    ).toEqual([
      ['DEMO', 6, erc20],
      ['DCOL', 0, erc721],
      ['DMUL', 0, erc1155],
    ])
    expect(body.content[0].logoUrl).toBe('http://localhost:4000/tokens/demo-coin.svg')
  })

  test('behavior: the key has every scope and the organization both domains', async () => {
    const domains = await world.call('GET', '/v1/org/domains')
    expect(domains.body.content.map((one: { domain: string }) => one.domain)).toEqual([
      'localhost',
      'shop.localhost',
    ])
    const keys = await world.call('GET', '/v1/org/keys')
    expect(keys.body.content).toHaveLength(1)
    expect(keys.body.content[0].scopes.toSorted()).toEqual([...SCOPES].toSorted())
  })

  test('behavior: replaces a key that is lost, foreign or revoked', async () => {
    for (const apiKey of [undefined, 'pk_live_000000_nothing']) {
      const { apiKey: fresh } = await seedSandbox(world.ctx, { apiKey })
      expect(fresh).toMatch(/^pk_live_/)
      expect(fresh).not.toBe(world.seeded.apiKey)
    }
    expect(
      await seedSandbox(world.ctx, {
        apiKey: world.seeded.apiKey,
        embedOrigins: ['http://shop.localhost:4001'],
      }),
    ).toEqual(world.seeded)
  })

  test('behavior: finds the organization again after it was renamed, and keeps the embed origins that it added', async () => {
    const known = { apiKey: world.seeded.apiKey }
    const put = (body: unknown) => world.call('PUT', '/v1/org/organization', body)
    await put({ name: 'Renamed', embedOrigins: ['https://mine.example'] })
    const embedOrigins = ['http://shop.localhost:4001']
    expect(await seedSandbox(world.ctx, { ...known, embedOrigins })).toEqual(world.seeded)
    const { body } = await world.call('GET', '/v1/org/organization')
    expect(body.content).toMatchObject({
      name: 'Renamed',
      embedOrigins: ['http://shop.localhost:4001', 'https://mine.example'],
    })
    await put({ name: 'Demo', embedOrigins: [] })
  })

  test('behavior: the logo files of the allowed tokens exist', async () => {
    const { body } = await world.call('GET', '/v1/baas/tokens/allowed')
    for (const { logoUrl } of body.content) {
      const file = new URL(`../../../public${new URL(logoUrl).pathname}`, import.meta.url)
      expect(await readFile(file, 'utf8')).toMatch(/^<svg /)
    }
  })
})

describe('inbox', () => {
  test('behavior: returns an array of the mails, newest first, each with its code if it has one', async () => {
    await world.ctx.mailer.send({
      to: 'One@Example.com',
      subject: 'First',
      text: 'Your code is 012345. It is valid for 10 minutes.',
    })
    await world.ctx.mailer.send({ to: 'two@example.com', subject: 'Other', text: 'No code: 1234567' })
    const sentMs = world.ctx.clock.now().getTime()
    await expect.poll(() => world.ctx.clock.now().getTime()).toBeGreaterThan(sentMs)
    await world.ctx.mailer.send({ to: 'one@example.com', subject: 'Second', text: 'Nothing' })
    const { status, body, headers } = await world.call('GET', '/sandbox/inbox?to=ONE%40example.com')
    expect(status).toBe(200)
    expect(body).toEqual([
      { to: 'one@example.com', subject: 'Second', text: 'Nothing', receivedAt: expect.stringMatching(/Z$/) },
      {
        to: 'one@example.com',
        subject: 'First',
        text: expect.stringContaining('012345'),
        code: '012345',
        receivedAt: expect.stringMatching(/Z$/),
      },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await world.call('GET', '/sandbox/inbox')).body).toHaveLength(3)
  })

  test('behavior: the real verification mail contains its code', async () => {
    await world.call('POST', '/v1/baas/wallets/request-email-verification', { email: 'three@example.com' })
    const { body } = await world.call('GET', '/sandbox/inbox?to=three@example.com')
    expect(body[0].code).toMatch(/^[0-9]{6}$/)
    expect(body[0].text).toContain(body[0].code)
  })

  test.each(['de', 'es'])('behavior: finds the code in the language %s too', async (language) => {
    const email = `code-${language}@example.com`
    const headers = {
      'content-type': 'application/json',
      'x-api-key': world.seeded.apiKey,
      'accept-language': language,
    }
    const init = { method: 'POST', headers, body: JSON.stringify({ email }) }
    const url = 'http://localhost:4000/v1/baas/wallets/request-email-verification'
    expect((await world.service.fetch(new Request(url, init))).status).toBe(200)
    const { body } = await world.call('GET', `/sandbox/inbox?to=${email}`)
    expect(body[0].text).not.toContain('Your')
    expect(body[0].code).toMatch(/^[0-9]{6}$/)
  })

  const page = async (query: string, headers: Record<string, string>) =>
    world.service.fetch(new Request(`http://localhost:4000/sandbox/inbox${query}`, { headers }))
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

  test('behavior: a browser gets a page with senders, recipients, the code and links, and no mail as markup', async () => {
    const link = 'http://localhost:4000/approve#invite=abc'
    await world.ctx.mailer.send({
      to: '"<b>"@example.com',
      subject: '<script>alert(1)</script>',
      text: `Your code is 246810.\n\n${link}\n\n<img src=x onerror=alert(1)> "http://a.example/'onclick='x"`,
    })
    const answer = await page('', { accept: BROWSER })
    const html = await answer.text()
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain(`<a href="${link}" target="_blank" rel="noreferrer">${link}</a>`)
    expect(html).toContain('<button value="246810"')
    expect(html).toContain('From Latchkey to &quot;&lt;b&gt;&quot;@example.com, ')
    expect(html).not.toMatch(/<img|<b>|alert\(1\)<\/script>/)
    expect(html.match(/<script>/g)).toHaveLength(1)
  })

  test('behavior: the page may run its one script, use its one style, and call only this server', async () => {
    const answer = await page('', { accept: BROWSER })
    const html = await answer.text()
    const policy = answer.headers.get('content-security-policy')?.split('; ') ?? []
    for (const [element, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ] as const) {
      const text = new RegExp(`<${element}>([^]*?)</${element}>`).exec(html)?.[1] ?? ''
      expect(policy).toContain(`${directive} 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    }
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'"]),
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('behavior: the page is in the browser’s language, and shows one address if requested', async () => {
    const german = await (await page('', { accept: BROWSER, 'accept-language': 'de-AT,de' })).text()
    expect(german).toContain('<html lang="de">')
    expect(german).toContain('Posteingang der Sandbox')
    const none = await (await page('?to=none@example.com', { accept: BROWSER })).text()
    expect(none).not.toContain('<article')
    expect(none).toContain('No mail yet.')
  })

  test.each(['*/*', 'application/json', 'application/json, text/html', undefined])(
    'behavior: a program that accepts %s gets the array of profile 1',
    async (accept) => {
      const answer = await page('', accept === undefined ? {} : { accept })
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(Array.isArray(await answer.json())).toBe(true)
    },
  )

  test('error: refuses an invalid address and another method', async () => {
    expect(await world.call('GET', '/sandbox/inbox?to=nobody')).toMatchObject({
      status: 400,
      body: { content: { code: 'VALIDATION_FAILED' } },
    })
    expect((await world.call('POST', '/sandbox/inbox', {})).status).toBe(405)
  })
})

describe('faucet', () => {
  const drip = (body: unknown) => world.call('POST', '/sandbox/faucet', body)

  test('behavior: mints each kind of token and waits until it is mined', async () => {
    expect(await drip({ token: erc20, to: RECEIVER, amount: '25' })).toMatchObject({
      status: 200,
      body: { content: { success: true, transactionHash: expect.stringMatching(/^0x/) } },
    })
    expect(await readErc20Balance(world.ctx.chain, erc20, RECEIVER)).toBe(25n)
    expect(await drip({ token: ZERO_ADDRESS, to: RECEIVER, amount: '7' })).toMatchObject({ status: 200 })
    expect(await readNativeBalance(world.ctx.chain, RECEIVER)).toBe(7n)
    expect(await drip({ token: erc721, to: RECEIVER, tokenId: '1' })).toMatchObject({ status: 200 })
    expect(await drip({ token: erc1155, to: RECEIVER, tokenId: '0', amount: '3' })).toMatchObject({
      status: 200,
    })
  })

  test('error: reports an NFT that already exists', async () => {
    await drip({ token: erc721, to: RECEIVER, tokenId: '99' })
    const again = await drip({ token: erc721, to: RECEIVER, tokenId: '99' })
    expect(again).toMatchObject({ status: 400, body: { content: { code: 'TRANSACTION_REVERTS' } } })
    expect(again.body.content.message).toContain('ERC721InvalidSender')
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['no token', { to: RECEIVER, amount: '1' }, 'token'],
    ['an unknown token', { token: RECEIVER, to: RECEIVER, amount: '1' }, 'token'],
    ['nobody', { token: erc20, to: ZERO_ADDRESS, amount: '1' }, 'to'],
    ['a coin without amount', { token: erc20, to: RECEIVER }, 'amount'],
    ['a coin with tokenId', { token: erc20, to: RECEIVER, amount: '1', tokenId: '1' }, 'tokenId'],
    ['no coins', { token: erc20, to: RECEIVER, amount: '0' }, 'amount'],
    ['a fraction', { token: erc20, to: RECEIVER, amount: '1.5' }, 'amount'],
    ['a number', { token: erc20, to: RECEIVER, amount: 1 }, 'amount'],
    ['a collectible without tokenId', { token: erc721, to: RECEIVER }, 'tokenId'],
    ['a collectible with amount', { token: erc721, to: RECEIVER, tokenId: '5', amount: '1' }, 'amount'],
    ['a tokenId of 257 bits', { token: erc721, to: RECEIVER, tokenId: String(2n ** 256n) }, 'tokenId'],
    ['a multi token without amount', { token: erc1155, to: RECEIVER, tokenId: '5' }, 'amount'],
    [
      'too much of the native coin',
      { token: ZERO_ADDRESS, to: RECEIVER, amount: '1'.padEnd(23, '0') },
      'amount',
    ],
    [
      'the native coin with tokenId',
      { token: ZERO_ADDRESS, to: RECEIVER, amount: '1', tokenId: '1' },
      'tokenId',
    ],
    ['an unknown field', { token: erc20, to: RECEIVER, amount: '1', more: 1 }, 'more'],
  ])('error: %s', async (_, body, path) => {
    const answer = await drip(body)
    expect(answer).toMatchObject({ status: 400, body: { content: { code: 'VALIDATION_FAILED' } } })
    expect(answer.body.content.errors.map((error: { path: string }) => error.path)).toContain(path)
  })
})

describe('outside the sandbox', () => {
  test('behavior: none of its paths exists', async () => {
    const { relay: _, ...parts } = world.base
    const outside = createService({
      ...parts,
      relayerSigners: [privateKeyToAccount(world.chain.relayerKey)],
    })
    await outside.start()
    for (const [method, path] of [
      ['GET', '/sandbox/inbox'],
      ['POST', '/sandbox/faucet'],
      ['POST', '/sandbox/rpc'],
    ] as const) {
      expect((await outside.fetch(new Request(`http://localhost:4000${path}`, { method }))).status).toBe(404)
    }
    await outside.stop()
  })
})
