import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDomain, isWithinDomain, originAllowed, originProblem, parseOrigin, sameOrigin } from './origin.ts'

const DOMAIN = 'example.org'
const top = { registeredDomain: DOMAIN, embedOrigins: [] }

describe('originAllowed', () => {
  test.each([
    ['https://example.org', 'example.org'],
    ['https://example.org:8443', 'example.org'],
    ['https://example.org:443', 'example.org'],
    ['https://example.org:65535', 'example.org'],
    ['https://a.b.example.org', 'example.org'],
    ['https://xn--bcher-kva.example.org', 'example.org'],
    ['http://localhost', 'localhost'],
    ['http://localhost:4000', 'localhost'],
    ['https://localhost', 'localhost'],
    ['http://shop.localhost:4001', 'shop.localhost'],
    ['http://a.shop.localhost:4001', 'shop.localhost'],
    ['http://shop.localhost', 'localhost'],
  ])('behavior: %s is allowed for %s', (origin, registeredDomain) => {
    expect(originAllowed({ origin, registeredDomain, embedOrigins: [] })).toBe(true)
  })

  test.each([
    'http://example.org',
    'https://example.com',
    'https://notexample.org',
    'https://example.org.evil.com',
    'https://evil.com/example.org',
    'https://evil.com#.example.org',
    'https://evil.com?.example.org',
    'https://evil.com\\.example.org',
    'https://user@example.org',
    'https://example.org@evil.com',
    'https://example.org:@evil.com',
    'https://example.org/',
    'https://example.org.',
    'https://.example.org',
    'https://a..example.org',
    'https://-a.example.org',
    'https://a-.example.org',
    'https://a_b.example.org',
    'https://EXAMPLE.org',
    'HTTPS://example.org',
    'https://example.org:',
    'https://example.org:0',
    'https://example.org:0443',
    'https://example.org:65536',
    'https://example.org:443443',
    'https://example.org:44a',
    'https:example.org',
    'https:/example.org',
    'https:///example.org',
    '//example.org',
    'example.org',
    ' https://example.org',
    'https://example.org\n',
    'https://example.org ',
    'https://exam\u0000ple.org',
    'https://еxample.org', // a Cyrillic letter
    'https://example。org',
    'https://localhost',
    'http://localhost',
    'http://example.org.localhost',
    'https://org',
    'https://93.184.216.34',
    'https://[::1]',
    'null',
    '',
    'file://',
    'android:apk-key-hash:abc',
    'chrome-extension://abcdefghijklmnop',
    'wss://example.org',
    'https://https://example.org',
  ])('error: refuses %j', (origin) => {
    expect(originAllowed({ ...top, origin })).toBe(false)
  })

  test.each([
    ['http://localhost.evil.com', 'localhost'],
    ['http://notlocalhost', 'localhost'],
    ['http://127.0.0.1', '127.0.0.1'],
    ['http://127.0.0.1', 'localhost'],
    ['https://shop.localhost', 'pay.localhost'],
    ['https://localhost', 'shop.localhost'],
    ['https://example.org', ''],
    ['https://example.org', '.'],
    ['https://example.org', 'Example.org'],
    ['https://example.org', '.example.org'],
    ['https://a.example.org', '*.example.org'],
    ['https://example.org', 'example.org:443'],
  ])('error: refuses %s for %j', (origin, registeredDomain) => {
    expect(originAllowed({ origin, registeredDomain, embedOrigins: [] })).toBe(false)
  })

  test.each([
    ['https://shop.de', true],
    ['https://shop.de:443', true],
    ['http://pay.localhost:4001', true],
    ['https://www.shop.de', false],
    ['https://shop.de:8443', false],
    ['http://shop.de', false],
    ['https://shop.de.evil.example', false],
    ['https://notshop.de', false],
    ['http://insecure.example', false],
    ['*', false],
    ['null', false],
  ])('param: %s as the origin of a page, with related origins → %s', (origin, isAllowed) => {
    const relatedOrigins = ['https://shop.de', 'http://pay.localhost:4001', 'http://insecure.example', '*']
    expect(originAllowed({ ...top, origin, relatedOrigins })).toBe(isAllowed)
    expect(originAllowed({ ...top, origin })).toBe(false)
  })

  test('behavior: a frame of a related page also needs a registered top origin', () => {
    const related = { ...top, origin: 'https://shop.de', relatedOrigins: ['https://shop.de'] }
    const framed = { ...related, crossOrigin: true, topOrigin: 'https://shop.example' }
    expect(originAllowed(framed)).toBe(false)
    expect(originAllowed({ ...framed, embedOrigins: ['https://shop.example'] })).toBe(true)
    // A related origin signs at its own pages. It does not embed others.
    expect(originAllowed({ ...framed, origin: 'https://example.org', topOrigin: 'https://shop.de' })).toBe(
      false,
    )
  })

  test('behavior: in a frame, the top origin must be registered', () => {
    const framed = { origin: 'https://example.org', registeredDomain: DOMAIN, crossOrigin: true }
    const embedOrigins = ['https://shop.example', 'http://shop.localhost:4001']
    const allowed = (topOrigin: string | undefined, crossOrigin: boolean | undefined = true) =>
      originAllowed({ ...framed, crossOrigin, topOrigin, embedOrigins })
    expect(allowed('https://shop.example')).toBe(true)
    expect(allowed('https://shop.example:443')).toBe(true)
    expect(allowed('http://shop.localhost:4001')).toBe(true)
    expect(allowed(undefined)).toBe(false)
    expect(allowed('https://a.shop.example')).toBe(false)
    expect(allowed('https://shop.example:8443')).toBe(false)
    expect(allowed('http://shop.example')).toBe(false)
    expect(allowed('https://shop.example/')).toBe(false)
    expect(allowed('https://evil.example')).toBe(false)
    expect(allowed('https://example.org')).toBe(false)
    expect(allowed('null')).toBe(false)
    expect(allowed('')).toBe(false)
    expect(originAllowed({ ...framed, topOrigin: 'https://shop.example', embedOrigins: [] })).toBe(false)
    expect(originAllowed({ ...framed, topOrigin: '*', embedOrigins: ['*'] })).toBe(false)
    expect(allowed('https://shop.example', false)).toBe(true)
    expect(allowed('https://evil.example', false)).toBe(false)
    expect(originAllowed({ ...framed, crossOrigin: false, embedOrigins: [] })).toBe(true)
  })

  test('behavior: an allowed origin is one that URL serializes identically, with the host that it states', () => {
    const pieces = fc.constantFrom(
      'https://',
      'http://',
      'example.org',
      'localhost',
      'a.',
      '.',
      ':',
      '443',
      '80',
      '/',
      '@',
      '-',
      'A',
      '%41',
      '0x7f',
      '1',
    )
    let taken = 0
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 2, maxLength: 5 }), (list) => {
        const text = list.join('')
        const origin = parseOrigin(text)
        if (origin === undefined) return
        taken += 1
        const url = new URL(text)
        expect(url.hostname).toBe(origin.host)
        expect(url.origin).toBe(text.replace(/^(https:\/\/.*):443$|^(http:\/\/.*):80$/, '$1$2'))
      }),
      { numRuns: 20_000 },
    )
    expect(taken).toBeGreaterThan(50)
  })
})

describe('domains and origins', () => {
  test('param: recognizes a domain', () => {
    for (const domain of ['localhost', 'example.org', 'xn--p1ai', 'a.b-c.d0', '1.example', 'a'.repeat(63)]) {
      expect(isDomain(domain)).toBe(true)
    }
    const label = 'a'.repeat(63)
    expect(isDomain([label, label, label, 'b'.repeat(61)].join('.'))).toBe(true)
    expect(isDomain([label, label, label, 'b'.repeat(62)].join('.'))).toBe(false)
    for (const domain of [
      '',
      '.',
      'a.',
      '.a',
      'a..b',
      'A',
      'a b',
      'ä',
      '-a',
      'a-',
      '10.0.0.1',
      '1',
      'a'.repeat(64),
      'a:1',
      '::1',
    ]) {
      expect(isDomain(domain)).toBe(false)
    }
  })

  test.each(['http://127.0.0.1:5000', 'https://93.184.216.34', 'http://[::1]:4000'])(
    'error: refuses the origin %s because no passkey works there, not because of its spelling',
    (origin) => {
      expect(originProblem(origin)).toBe(
        'must name a domain, such as localhost: passkeys do not work at IP addresses',
      )
    },
  )

  test.each([
    'https://shop.example',
    'https://shop.example:8443',
    'http://localhost',
    'http://a.localhost:8044',
  ])('param: the origin %s has no problem', (origin) => expect(originProblem(origin)).toBeUndefined())

  test.each([
    'https://shop.example:443',
    'http://localhost:80',
    'https://Shop.example',
    'https://shop.example/',
    'shop.example',
    'xhttps://10.0.0.1',
    'https://10.0.0.1/',
    '',
  ])('error: the origin %j is not serialized as browsers do', (origin) => {
    expect(originProblem(origin)).toBe(
      'must be written as browsers do: scheme and host in lower case, no default port, nothing after it',
    )
  })

  test('error: reports that an origin without https outside localhost needs https', () => {
    for (const origin of ['http://shop.example', 'http://shop.example:443'])
      expect(originProblem(origin)).toBe('must use https outside localhost')
    for (const origin of ['http://localhost:443', 'https://localhost:80'])
      expect(originProblem(origin)).toBeUndefined()
  })

  test('param: parses an origin into its parts', () => {
    expect(parseOrigin('http://shop.localhost:4001')).toEqual({
      scheme: 'http',
      host: 'shop.localhost',
      port: '4001',
    })
    expect(parseOrigin('https://shop.example')).toEqual({ scheme: 'https', host: 'shop.example', port: '' })
  })

  test('behavior: subdomains are within a domain, look-alikes are not', () => {
    expect(isWithinDomain('a.example.org', DOMAIN)).toBe(true)
    expect(isWithinDomain('aexample.org', DOMAIN)).toBe(false)
    expect(isWithinDomain('org', DOMAIN)).toBe(false)
  })

  test('behavior: a default port is optional', () => {
    expect(sameOrigin('https://a.example', 'https://a.example:443')).toBe(true)
    expect(sameOrigin('http://localhost:80', 'http://localhost')).toBe(true)
    expect(sameOrigin('https://a.example', 'https://b.example')).toBe(false)
    expect(sameOrigin('http://a.example', 'http://a.example')).toBe(false)
    expect(sameOrigin('http://localhost:443', 'https://localhost')).toBe(false)
    expect(sameOrigin('null', 'https://a.example')).toBe(false)
    expect(sameOrigin('https://a.example', 'null')).toBe(false)
  })
})
