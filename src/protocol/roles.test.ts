import { expect, test } from 'vitest'
import { mayGovern, reaches, ROLES } from './roles.ts'

test('behavior: each role may do what the roles below it may, and nothing above', () => {
  const reached = ROLES.map((role) => ROLES.filter((needed) => reaches(role, needed)).length)
  expect(reached).toEqual([4, 3, 2, 1])
  expect(reaches('read-only', 'operator')).toBe(false)
  expect(reaches('owner', 'admin')).toBe(true)
})

test('behavior: owners govern everybody, admins those below them, the others nobody', () => {
  expect(ROLES.map((role) => mayGovern('owner', role))).toEqual([true, true, true, true])
  expect(ROLES.map((role) => mayGovern('admin', role))).toEqual([false, false, true, true])
  expect(ROLES.map((role) => mayGovern('operator', role))).toEqual([false, false, false, false])
  expect(mayGovern('admin', 'operator', 'admin')).toBe(false)
})
