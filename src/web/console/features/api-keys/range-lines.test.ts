import { expect, test } from 'vitest'
import { ApiError } from '#web/ui/errors.ts'
import { rangeProblem, splitRanges, refusedRanges } from './range-lines.ts'

test('param: lines, commas and spaces separate ranges', () => {
  expect(splitRanges(' 10.0.0.1\n\n203.0.113.0/24, 2001:db8::/32 ;')).toEqual([
    '10.0.0.1',
    '203.0.113.0/24',
    '2001:db8::/32',
  ])
})

test('error: the server’s message about a range names the range as typed', () => {
  const error = (path: string) =>
    new ApiError('VALIDATION_FAILED', '', { status: 400, errors: [{ path, message: 'must be a range' }] })
  expect(rangeProblem(error('ipAllowList.ranges.1'), ['a', '10.1'])).toBe('10.1: must be a range')
  expect(rangeProblem(error('ranges'), [])).toBe('must be a range')
  expect(rangeProblem(error('label'), [])).toBeUndefined()
})

test('error: refuses in the browser the ranges that the server refuses, and a list that is too long', () => {
  expect(refusedRanges(['203.0.113.7', '2001:db8::/32'])).toBeUndefined()
  const typed = ['203.0.113.7', '10.0.0.0/33']
  expect(rangeProblem(refusedRanges(typed), typed)).toBe(
    '10.0.0.0/33: must be an IP address or a range such as 203.0.113.0/24',
  )
  const many = Array.from({ length: 101 }, () => '203.0.113.7')
  expect(rangeProblem(refusedRanges(many), many)).toBe('must be at most 100 ranges')
})
