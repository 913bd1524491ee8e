import { expect, test } from 'vitest'
import { formatCsv } from '#web/console/lib/export-items.ts'
import { usageRows } from './usage-page.tsx'

const COIN = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

test('behavior: writes a row per day and another per further coin, and money stays exact', () => {
  const day = {
    day: '2026-11-22',
    transactions: { confirmed: 3, failed: 1, declined: 0, expired: 0, open: 2 },
    walletsCreated: 4,
    apiRequests: null,
    gasWei: '123456789012345678901',
    fees: [
      { tokenAddress: COIN, amount: '7' },
      { tokenAddress: OTHER, amount: '8' },
    ],
  }
  const [headings, ...lines] = formatCsv(usageRows({ days: [day], gasBudgetWeiPerDay: null }))
    .trim()
    .split('\r\n')
  expect(headings?.split(',')).toHaveLength(11)
  expect(lines).toEqual([
    `2026-11-22,3,1,0,0,2,4,,123456789012345678901,${COIN},7`,
    `2026-11-22,,,,,,,,,${OTHER},8`,
  ])
})
