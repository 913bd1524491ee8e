import { describe, expect, test } from 'vitest'
import { formatIpRange, isInRanges, normaliseIp, parseIpRange } from './ip-range.ts'

const canonical = (text: string) => {
  const range = parseIpRange(text)
  return range && formatIpRange(range)
}

describe('parseIpRange', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8:1:2:3:4:5:6/32', '2001:db8::/32'],
    ['::/0', '::/0'],
  ])('param: %s is %s', (text, range) => expect(canonical(text)).toBe(range))

  test.each([
    '',
    ' ',
    'localhost',
    '10',
    '10.1',
    '0x7f000001',
    '2130706433',
    '010.0.0.1',
    '256.0.0.1',
    '10.0.0.1.',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/8 ',
    '10.0.0.0-10.0.0.9',
    '2001:db8::/129',
    'fe80::1%eth0',
    '::ffff:10.0.0.1',
    '::ffff:10.0.0.0/104',
    '0:0:0:0:0:ffff:a00:1',
    '[::1]',
    '*',
  ])('error: %j is no range', (text) => expect(parseIpRange(text)).toBeUndefined())
})

describe('normaliseIp', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    [undefined, undefined],
    ['', undefined],
    ['unknown', undefined],
    ['203.0.113', undefined],
  ])('param: %s is %s', (text, ip) => expect(normaliseIp(text)).toBe(ip))
})

describe('isInRanges', () => {
  const ranges = ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'].flatMap(
    (text) => parseIpRange(text) ?? [],
  )

  test.each([
    ['203.0.113.0', true],
    ['203.0.113.255', true],
    ['203.0.114.0', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    ['::ffff:203.0.113.9', true],
    ['::203.0.113.9', false],
    ['nonsense', false],
    [undefined, false],
  ])('behavior: %s is in one of them: %s', (ip, expected) => expect(isInRanges(ip, ranges)).toBe(expected))

  test('behavior: without ranges, no address is in range', () =>
    expect(isInRanges('203.0.113.1', [])).toBe(false))
})
