import { describe, expect, test } from 'vitest'
import { EVENT_TYPES, EVENT_FIELDS, eventSample, SAMPLED_TYPES } from './events.ts'

describe('eventSample', () => {
  test.each(SAMPLED_TYPES)('param: %s has a value for each of its fields, and no other', (type) => {
    const { data, ...rest } = eventSample(type)
    expect(rest).toEqual({ type, timestamp: expect.stringMatching(/Z$/) })
    expect(Object.keys(data).toSorted()).toEqual(EVENT_FIELDS[type].toSorted())
    for (const value of Object.values(data)) expect(String(value)).toMatch(/./)
  })

  test('behavior: every type that can be requested has a sample', () => {
    expect(SAMPLED_TYPES).toEqual(expect.arrayContaining([...EVENT_TYPES]))
  })

  test('behavior: a transaction’s sample has the state that its type reports', () => {
    expect(eventSample('transaction.rejected').data).toMatchObject({ status: 'REJECTED' })
    expect(eventSample('transaction.confirmed').data).toMatchObject({ status: 'CONFIRMED' })
  })
})
