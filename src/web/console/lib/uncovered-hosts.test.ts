import { expect, test } from 'vitest'
import { uncoveredHosts } from './domains.query.ts'

const AT = '2026-11-21T12:00:00.000Z'
const rpIdHash = `0x${'ab'.repeat(32)}`
const DOMAINS = [
  { id: '1', domain: 'shop.example', rpIdHash, verifiedAtDatetime: AT, relatedOrigins: ['https://shop.de'] },
  {
    id: '2',
    domain: 'later.example',
    rpIdHash,
    verifiedAtDatetime: null,
    relatedOrigins: ['https://later.de'],
  },
]

test.each([
  [['https://shop.example', 'https://www.shop.example:8443'], []],
  [['https://later.example'], ['later.example']],
  [['https://notshop.example', 'https://notshop.example:1'], ['notshop.example']],
  [['https://shop.de'], []],
  [
    ['https://www.shop.de', 'https://later.de'],
    ['www.shop.de', 'later.de'],
  ],
  [['https://', 'no address'], []],
])('behavior: origins %j → hosts without a verified domain %j', (origins, hosts) => {
  expect(uncoveredHosts(origins, DOMAINS)).toEqual(hosts)
})
