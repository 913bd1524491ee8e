import { describe, expect, test } from 'vitest'
import { createServerClient } from './index.ts'
import { json, lost, readError, scriptClient } from './testing/script-client.ts'

describe('address of the service', () => {
  test.each([
    'https://wallets.example',
    'https://wallets.example/',
    'https://wallets.example/v1',
    'https://wallets.example/v1/baas',
    'https://wallets.example/v1/baas/',
    'https://wallets.example//',
  ])('param: %s is its address', async (url) => {
    const { client: asked, sent } = scriptClient([json(200, {})], { url })
    await asked.getConfig()
    expect(sent[0]?.url).toBe('https://wallets.example/v1/baas/config')
  })

  test('param: keeps a path in front of the API’s paths', async () => {
    const { client: asked, sent } = scriptClient([json(200, {})], {
      url: 'http://127.0.0.1:5500/proxy/v1/baas',
    })
    await asked.getConfig()
    expect(sent[0]?.url).toBe('http://127.0.0.1:5500/proxy/v1/baas/config')
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['an unset url', { url: undefined }, 'was given no url'],
    ['an empty url', { url: '' }, 'was given no url'],
    ['a host alone', { url: 'wallets.example' }, 'url must begin with https://'],
    ['a host and a port', { url: 'localhost:4000' }, 'url must begin with https://'],
    ['another scheme', { url: 'ftp://wallets.example' }, 'url must begin with https://'],
    ['a password', { url: 'https://a:S3CRET@wallets.example' }, 'url must have no user name'],
    ['a broken consoleUrl', { consoleUrl: 'console' }, 'consoleUrl must begin with https://'],
  ])('error: %s is reported before anything is sent', async (_, change, message) => {
    const sent: string[] = []
    const fetch = async (url: string) => {
      sent.push(url)
      return new Response()
    }
    const options = { url: 'https://wallets.example', integrationSecret: 'is_x', fetch }
    const wrong = createServerClient(Object.assign(options, change))
    const error = await readError(
      wrong.openWidgetSession({
        externalUserId: 'u',
        operations: ['create'],
        origin: 'https://shop.example',
      }),
    )
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain(message)
    expect(String(error)).not.toContain('S3CRET')
    expect(sent).toHaveLength(0)
  })
})

describe('credentials', () => {
  const KEY = `pk_live_abc123_${'S'.repeat(32)}_abcdef`
  const SECRET = `is_live_${'S'.repeat(43)}_abcdef`

  test.each([
    ['apiKey', { apiKey: SECRET }, 'apiKey is an integration secret (is_live_…)'],
    ['apiKey', { apiKey: 'whsec_SSSSSSSSSS' }, 'apiKey is the signing secret of a webhook (whsec_…)'],
    ['apiKey', { apiKey: `${KEY}\n${KEY}` }, 'apiKey has a space, a line break'],
    ['apiKey', { apiKey: 'SSSSSSSSSSé' }, 'apiKey has a space, a line break'],
    ['apiKey', { apiKey: ' \n' }, 'was given no apiKey, which listDomains needs'],
    ['integrationSecret', { integrationSecret: KEY }, 'integrationSecret is an API key (pk_live_…)'],
  ])('error: as %s, another text is named without being printed', async (name, options, message) => {
    const { client: asked, sent } = scriptClient([lost], options)
    const session = { externalUserId: 'u', operations: ['create' as const], origin: 'https://shop.example' }
    const error = await readError(name === 'apiKey' ? asked.listDomains() : asked.openWidgetSession(session))
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain(message)
    expect(String(error)).not.toContain('SSSSSSSSSS')
    expect(sent).toHaveLength(0)
  })

  test('param: removes a line break at the end of a credential', async () => {
    const { client: asked, sent } = scriptClient([json(200, [])], { apiKey: `${KEY}\n` })
    await asked.listDomains()
    expect(sent[0]?.headers.get('x-api-key')).toBe(KEY)
  })
})
