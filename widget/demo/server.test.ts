import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoShop } from './server.ts'

const SECRET = 'lk_integration_secret_for_this_test'
const COIN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const WALLET = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0'

type Asked = { path: string; authorization: string | undefined; body: unknown }

let latchkey: Server
let shop: Awaited<ReturnType<typeof startDemoShop>>
let address: string
const asked: Asked[] = []
const logged: string[] = []
const registered: string[] = []

beforeAll(async () => {
  latchkey = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const path = request.url ?? ''
      asked.push({ path, authorization: request.headers.authorization, body: JSON.parse(body || 'null') })
      const answers: Record<string, unknown> = {
        '/widget/v1/integrity.json': {
          module: { file: 'latchkey-wallet-1.js', integrity: 'sha384-"><x' },
          frameHost: { file: 'latchkey-frame-host-1.js', integrity: 'sha384-host' },
        },
        '/api/widget/sessions': { statusCode: 200, content: { token: 'a-token', expiresAt: '' } },
        '/faucet': { statusCode: 200, content: { success: true, transactionHash: '0x1' } },
      }
      response.end(JSON.stringify(answers[path]))
    })()
  })
  await new Promise<void>((resolve) => latchkey.listen(0, '127.0.0.1', resolve))
  const bound = latchkey.address()
  const latchkeyUrl = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`
  shop = await startDemoShop({
    port: 0,
    host: '127.0.0.1',
    latchkeyUrl,
    integrationSecret: SECRET,
    faucetUrl: `${latchkeyUrl}/faucet`,
    demoCoin: COIN,
    registerDomain: async (domain) => void registered.push(domain),
    log: { error: (details, message) => void logged.push(message + JSON.stringify(details)) },
  })
  // Node does not resolve *.localhost, but the browser does.
  address = shop.url.replace('shop.localhost', '127.0.0.1')
})

afterAll(async () => {
  await shop.close()
  latchkey.close()
})

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.url, ...headers },
    body: JSON.stringify(body),
  })
}

async function signIn(): Promise<string> {
  const answer = await post('/login', { name: 'Mira', email: 'Mira@Example.com' })
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

test('behavior: the page has the documented strict policy, and the widget with its hash', async () => {
  const answer = await fetch(address)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/unsafe|\*|data:/)
  const page = await answer.text()
  expect(page).toContain('/widget/v1/latchkey-wallet-1.js')
  expect(page).toContain('integrity="sha384-&#34;&#62;&#60;x"')
  expect(page).not.toMatch(/\{\{|<script>|style=|onclick=/)
})

test.each(['/page.js', '/page.css', '/goods.css', '/favicon.svg'])(
  'behavior: serves %s with its type',
  async (path) => {
    const answer = await fetch(address + path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  },
)

test.each(['/server.ts', '/../package.json', '/page.html', '/.env'])(
  'error: %s is not found',
  async (path) => {
    expect((await fetch(address + path)).status).toBe(404)
  },
)

test('behavior: a signed-in customer gets a token, requested with the secret, the user and this origin', async () => {
  const cookie = await signIn()
  const answer = await post('/session-token', {}, { cookie })
  expect(await answer.json()).toEqual({ token: 'a-token' })
  expect(asked.at(-1)).toMatchObject({
    authorization: `Bearer ${SECRET}`,
    body: {
      email: 'mira@example.com',
      origin: shop.url,
      operations: ['create', 'transfer', 'approve', 'execute'],
    },
  })
})

test('behavior: the same customer has the same id at Latchkey', async () => {
  for (let time = 0; time < 2; time += 1) await post('/session-token', {}, { cookie: await signIn() })
  const [one, other] = asked.slice(-2).map(({ body }) => (body as { externalUserId: string }).externalUserId)
  expect(one).toBe(other)
  expect(one).toMatch(/^shop-[0-9a-f]{24}$/)
})

test('behavior: requests only tokens for the address from the faucet', async () => {
  const cookie = await signIn()
  expect(await (await post('/drip', { address: WALLET }, { cookie })).json()).toEqual({
    transactionHash: '0x1',
  })
  expect(asked.at(-1)).toMatchObject({
    path: '/faucet',
    body: { token: COIN, to: WALLET, amount: '25000000' },
  })
})

test('error: without a sign-in there are no tokens of either kind', async () => {
  expect((await post('/session-token', {})).status).toBe(401)
  expect((await post('/drip', { address: WALLET })).status).toBe(401)
})

test('error: another site cannot act for a customer', async () => {
  const cookie = await signIn()
  expect((await post('/session-token', {}, { cookie, origin: 'https://evil.example' })).status).toBe(403)
})

test.each([[{}], [{ address: '0x12' }], [{ address: WALLET, amount: '9' }]])(
  'error: rejects a drip to %j',
  async (body) => {
    expect((await post('/drip', body, { cookie: await signIn() })).status).toBe(400)
  },
)

test.each([[{}], [{ name: 'M', email: 'no' }], [{ name: '', email: 'a@b.example' }]])(
  'error: rejects a sign-in with %j',
  async (body) => {
    expect((await post('/login', body)).status).toBe(400)
  },
)

test('error: signing out ends the session', async () => {
  const cookie = await signIn()
  await post('/logout', {}, { cookie })
  expect((await post('/session-token', {}, { cookie })).status).toBe(401)
})

test('behavior: no response and no log contains the secret', async () => {
  const cookie = await signIn()
  const answers = await Promise.all([
    fetch(address),
    fetch(`${address}/page.js`),
    fetch(`${address}/me`, { headers: { cookie } }),
    post('/session-token', {}, { cookie }),
    post('/nothing', {}, { cookie }),
  ])
  const texts = await Promise.all(
    answers.map(async (answer) => JSON.stringify([...answer.headers]) + (await answer.text())),
  )
  expect(texts.join() + logged.join()).not.toContain(SECRET)
})

/** Sends a request with the subdomain's host name, like a browser. */
function askFrame(path: string): Promise<{ answer: IncomingMessage; text: string }> {
  const { port } = new URL(shop.url)
  return new Promise((resolve, reject) => {
    const headers = { host: `wallet.shop.localhost:${port}` }
    ask({ host: '127.0.0.1', port, path, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk)))
      answer.on('end', () => resolve({ answer, text }))
    })
      .on('error', reject)
      .end()
  })
}

test('behavior: the framed page has the file for pages around frames, and allows only the subdomain in a frame', async () => {
  const answer = await fetch(`${address}/framed`)
  const { port } = new URL(shop.url)
  const frame = `http://wallet.shop.localhost:${port}`
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`frame-src ${frame};`)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|\*|data:/)
  expect(answer.headers.get('permissions-policy')).toContain(`create=(self "${frame}")`)
  expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  const page = await answer.text()
  expect(page).toContain('/widget/v1/latchkey-frame-host-1.js')
  expect(page).toContain(`data-frame="${frame}/"`)
  expect(page).not.toMatch(/latchkey-wallet-1|\{\{/)
})

test('behavior: the subdomain allows the wallet only for the shop’s origin, and has no script of the shop', async () => {
  expect(registered).toEqual([])
  const { answer, text } = await askFrame('/')
  expect(registered).toEqual(['wallet.shop.localhost'])
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toContain(`frame-ancestors ${shop.url};`)
  expect(policy).toMatch(/script-src http:\/\/127\.0\.0\.1:\d+\/widget\/v1\/;/)
  expect(answer.headers['cross-origin-opener-policy']).toBeUndefined()
  expect(text).toContain(`parent-origins="${shop.url}"`)
  expect(text.match(/<script/g)).toHaveLength(1)
  for (const path of ['/page.js', '/framed', '/me', '/react'])
    expect((await askFrame(path)).answer.statusCode, path).toBe(404)
})

test('behavior: the frame’s token is for the frame’s origin, the page’s own for the shop’s, both for one customer', async () => {
  const cookie = await signIn()
  await post('/framed/frame-token', {}, { cookie })
  await post('/framed/session-token', {}, { cookie })
  const [forFrame, forPage] = asked.slice(-2).map(({ body }) => body as Record<string, string>)
  expect(forFrame?.['origin']).toBe(shop.url.replace('//', '//wallet.'))
  expect(forPage?.['origin']).toBe(shop.url)
  expect(forFrame?.['externalUserId']).toBe(forPage?.['externalUserId'])
  expect(forFrame?.['externalUserId']).toMatch(/^framed-shop-/)
})
