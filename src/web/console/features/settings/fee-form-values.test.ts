import { describe, expect, test } from 'vitest'
import { offerTexts, showLanguage } from '#web/ui/text.ts'
import { feeFormSchema, toFeeSettings, toFormValues, type FeeFormValues } from './fee-card.tsx'

const COIN = {
  address: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  name: 'Demo',
  symbol: 'DEMO',
  decimals: 6,
}
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CHARGED: FeeFormValues = {
  charges: 'yes',
  tokenAddress: COIN.address,
  amount: '0.25',
  withdrawAddress: TO,
}

describe('fee form', () => {
  test('param: converts an amount to exact base units and back', () => {
    const fee = toFeeSettings(CHARGED, [COIN])
    expect(fee).toEqual({ tokenAddress: COIN.address, amountPerTransaction: '250000', withdrawAddress: TO })
    expect(toFormValues(fee, [COIN])).toEqual(CHARGED)
  })

  test('param: amounts above JavaScript’s safe integers stay exact', () => {
    const fee = toFeeSettings({ ...CHARGED, amount: '123456789012345678901.000001' }, [COIN])
    expect(fee?.amountPerTransaction).toBe('123456789012345678901000001')
  })

  test('param: a German form shows and accepts the decimal comma, and refuses the point', async () => {
    offerTexts({ de: async () => ({}), es: async () => ({}) })
    await showLanguage('de')
    const values = { ...CHARGED, amount: '0,25' }
    const fee = toFeeSettings(values, [COIN])
    expect(fee?.amountPerTransaction).toBe('250000')
    expect(toFormValues(fee, [COIN])).toEqual(values)
    expect(feeFormSchema([COIN]).safeParse(CHARGED).success).toBe(false)
    await showLanguage('en')
  })

  test('behavior: no fee requires none of the fields', () => {
    const values: FeeFormValues = { charges: 'no', tokenAddress: '', amount: 'junk', withdrawAddress: 'junk' }
    expect(feeFormSchema([COIN]).safeParse(values).success).toBe(true)
    expect(toFeeSettings(values, [COIN])).toBeNull()
  })

  test.each([
    ['amount', { amount: '' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: '0.1234567' }],
    ['amount', { amount: '-1' }],
    ['withdrawAddress', { withdrawAddress: '0x12' }],
    ['tokenAddress', { tokenAddress: '' }],
    ['withdrawAddress', { withdrawAddress: '0x0000000000000000000000000000000000000000' }],
    ['withdrawAddress', { withdrawAddress: COIN.address }],
  ])('error: reports the problem at %s for %j', (field, change) => {
    const result = feeFormSchema([COIN]).safeParse({ ...CHARGED, ...change })
    expect(result.error?.issues.map(({ path }) => path.join('.'))).toContain(field)
  })
})
