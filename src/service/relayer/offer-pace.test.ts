import { expect, test } from 'vitest'
import { OfferPace } from './offer-pace.ts'

test('behavior: offers a transaction at once, then ever less often, at least every five minutes', () => {
  const pace = new OfferPace()
  const offeredAt = Array.from({ length: 1_800 }, (_, second) => second).filter((second) =>
    pace.isDue(7, new Date(second * 1_000)),
  )
  expect(offeredAt).toEqual([0, 5, 15, 35, 75, 155, 315, 615, 915, 1_215, 1_515])
})

test('behavior: paces each nonce on its own, and starts over once all are on the chain again', () => {
  const pace = new OfferPace()
  const now = new Date()
  expect([pace.isDue(7, now), pace.isDue(7, now), pace.isDue(8, now)]).toEqual([true, false, true])
  pace.forget()
  expect(pace.isDue(7, now)).toBe(true)
})
