import { expect, test } from 'vitest'
import { enrolAdmin, request } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { openShop } from '#bff/testing/shop.ts'
import { API_KEY, SHOP } from '#bff/testing/test-bff.ts'
import { forFile } from '#protocol/testing/for-file.ts'

// The hosted setup has the most routes, and its service is the least trusted.
const world = await forFile(consoleWorld.bff({ hostedUpstream: true }))
await world.reset()

const PART_LENGTH = 12

/** All substrings of the key that are long enough to help an attacker. Skips the prefix that lists may show. */
function parts(key: string): string[] {
  const secret = key.slice('pk_live_Canary_'.length)
  return Array.from({ length: secret.length - PART_LENGTH + 1 }, (_, index) =>
    secret.slice(index, index + PART_LENGTH),
  )
}

/** Makes the service repeat the key in every text and header of its responses. */
function repeatTheKey() {
  const leaks = [
    { status: 200, content: { message: API_KEY, wallets: [API_KEY] } },
    {
      status: 200,
      content: [
        {
          id: API_KEY,
          address: `0x${'1'.repeat(40)}`,
          label: API_KEY,
          externalUserId: '',
          externalUserLabel: '',
          createdAtDatetime: '2026-11-21T10:00:00.000Z',
        },
      ],
    },
    {
      status: 400,
      content: {
        message: `wrong key ${API_KEY}`,
        code: API_KEY,
        errors: [{ path: API_KEY, message: API_KEY }],
      },
    },
    { status: 401, content: { message: API_KEY } },
    { status: 500, text: API_KEY },
    { status: 503, content: { message: API_KEY } },
  ]
  return leaks.map((leak) => ({
    ...leak,
    headers: {
      'x-request-id': API_KEY,
      'retry-after': API_KEY,
      link: `<http://a/?cursor=${API_KEY}>; rel="next"`,
      'x-debug': API_KEY,
    },
  }))
}

/** The first frame of a stream, because a stream never ends. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const frame = await reader?.read()
  await reader?.cancel()
  return Buffer.from(frame?.value ?? []).toString()
}

test('behavior: no response, header or log contains the organization’s key, even if the service repeats it', async () => {
  const { browser } = await enrolAdmin(world)
  const shop = await openShop(world)
  const answers: string[] = []
  const keep = async (response: Response) => {
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    const text = isStream ? await beginningOf(response) : await response.text()
    answers.push(JSON.stringify([...response.headers]), text)
  }
  for (const leak of repeatTheKey()) {
    const methods = ['GET', 'POST', 'PUT', 'DELETE']
    for (const method of methods) world.upstream.on(`${method} /*`, () => leak)
    for (const { method, path } of world.routes) {
      const filled = path
        .replace(':address', `0x${'1'.repeat(40)}`)
        .replace(/:\w+/, '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e')
      if (filled === '/api/sign-out') continue
      await keep(await browser.send(filled, { method, ...(method === 'GET' ? {} : { body: {} }) }))
      const headers = { origin: SHOP, authorization: `Bearer ${shop.secret}` }
      await keep(await world.bff.fetch(request(filled, { method, headers })))
    }
    await keep(await browser.post('/api/baas/tokens/resolve', { address: `0x${'1'.repeat(40)}` }))
  }
  world.upstream.on('GET /*', () => {
    throw new Error(`fetch failed with x-api-key ${API_KEY}`)
  })
  await keep(await browser.send('/api/baas/wallets'))
  const everything = [...answers, ...world.logs].join('\n')
  expect(answers.length).toBeGreaterThan(400)
  expect(parts(API_KEY).filter((part) => everything.includes(part))).toEqual([])
  expect(everything).not.toContain(shop.secret)
})

test('behavior: the database does not contain the key', async () => {
  const rows = await world.db.selectFrom('bff_organization').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(parts(API_KEY).filter((part) => JSON.stringify(rows).includes(part))).toEqual([])
})
