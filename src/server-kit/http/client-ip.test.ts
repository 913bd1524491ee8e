import { expect, test } from 'vitest'
import { createClientIp } from './client-ip.ts'

const ipOf = (trusted: string[], peer: string | undefined, forwarded?: string) => {
  const headers = new Headers()
  if (forwarded !== undefined) headers.set('x-forwarded-for', forwarded)
  return createClientIp(trusted)(new Request('http://service.test/', { headers }), peer)
}

const PROXIES = ['10.0.0.0/8', '::1']

test.each([
  ['without trusted proxies the header means nothing', [], '198.51.100.1', '203.0.113.7', '198.51.100.1'],
  ['from a stranger the header means nothing', PROXIES, '198.51.100.1', '203.0.113.7', '198.51.100.1'],
  ['a trusted proxy is believed', PROXIES, '10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['as IPv4 within IPv6 too', PROXIES, '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
  [
    'what the caller wrote itself is left of it',
    PROXIES,
    '10.0.0.1',
    '127.0.0.1, 203.0.113.7',
    '203.0.113.7',
  ],
  ['at most 20 hops are read', PROXIES, '10.0.0.1', `203.0.113.7${', 10.0.0.9'.repeat(20)}`, '10.0.0.9'],
  ['the twentieth hop is read', PROXIES, '10.0.0.1', `203.0.113.7${', 10.0.0.9'.repeat(19)}`, '203.0.113.7'],
  [
    'a chain of trusted proxies is followed',
    PROXIES,
    '::1',
    '203.0.113.7, 10.0.0.9, 10.0.0.8',
    '203.0.113.7',
  ],
  [
    'a stranger in the chain ends it',
    PROXIES,
    '10.0.0.1',
    '203.0.113.7, 198.51.100.1, 10.0.0.8',
    '198.51.100.1',
  ],
  [
    'nonsense written by a trusted proxy is no address',
    PROXIES,
    '10.0.0.1',
    '203.0.113.7, unknown',
    undefined,
  ],
  ['ports are left out', PROXIES, '10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
  ['ports of IPv6 too', PROXIES, '10.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
  ['without the header it is the proxy itself', PROXIES, '10.0.0.1', undefined, '10.0.0.1'],
  ['where all are trusted it is the first', PROXIES, '10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
  ['an unknown peer stays unknown', PROXIES, undefined, '203.0.113.7', undefined],
])('behavior: %s', (_title, trusted, peer, forwarded, expected) => {
  expect(ipOf(trusted, peer, forwarded)).toBe(expected)
})

test('error: rejects a setting that is not a range', () => {
  expect(() => createClientIp(['10.0.0.0/8', 'proxy.example'])).toThrow('proxy.example is no IP address')
})
