import { runInNewContext } from 'node:vm'
import { Webhook } from 'standardwebhooks'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bundlePart } from './bundle-part.ts'

/** The globals that workers, Deno, Bun and Node share, and that the part uses. */
const SHARED = {
  AbortController,
  Headers,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  Uint8Array,
  atob,
  btoa,
  clearTimeout,
  crypto,
  setTimeout,
}

let code = ''
beforeAll(async () => {
  code = await bundlePart('server')
}, 120_000)

const callable = z.custom<(...given: unknown[]) => unknown>((given) => typeof given === 'function')
const exportsSchema = z.object({ createServerClient: callable, verifyWebhook: callable })

/** Runs the module as a script, in a realm with only these globals. */
function load(globals: object) {
  const exported = /\nexport \{([^}]*)\};?\s*$/.exec(code)?.[1] ?? ''
  const script = code.replace(/\nexport \{[^}]*\};?\s*$/, `\n;({${exported}})`)
  return exportsSchema.parse(runInNewContext(script, globals))
}

test('behavior: the server part imports nothing', () => {
  expect(code).not.toMatch(/^\s*import[ {'"]|\bimport\(|\brequire\(|node:/m)
})

test('behavior: a call and a webhook work with only the shared globals', async () => {
  const asked: [string, string | null][] = []
  const fetch = async (url: string, init: RequestInit) => {
    asked.push([url, new Headers(init.headers).get('idempotency-key')])
    if (init.redirect === 'error') throw new TypeError('Invalid redirect value')
    return Response.json({ statusCode: 200, content: { id: 'd1' } })
  }
  const { createServerClient, verifyWebhook } = load({ ...SHARED, fetch })
  const domain = z.object({ addDomain: callable })
  const client = domain.parse(createServerClient({ url: 'https://wallets.example', apiKey: 'pk_live_x' }))
  expect(await client.addDomain({ domain: 'shop.example' })).toEqual({ id: 'd1' })
  expect(asked).toEqual([
    ['https://wallets.example/v1/org/domains', expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ])

  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const at = new Date('2026-01-01T00:00:00.000Z')
  const body = JSON.stringify({ type: 'transaction.confirmed', text: 'ä€😀', data: {} })
  const headers = new Headers({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  })
  const event = verifyWebhook({ body, headers, secret, nowSeconds: at.getTime() / 1000 })
  expect(JSON.parse(JSON.stringify(event))).toEqual(JSON.parse(body))
})
