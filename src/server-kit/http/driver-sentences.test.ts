import { expect, test } from 'vitest'
import { isDatabaseAway } from './error-reply.ts'

test.each<[message: string, code: string | undefined, isAway: boolean]>([
  ['Connection terminated unexpectedly', undefined, true],
  // supabase/supabase 21166.
  ['Max client connections reached', 'XX000', true],
  [
    'MaxClientsInSessionMode: max clients reached - in Session mode max clients are limited to pool_size',
    'XX000',
    true,
  ],
  // neondatabase/website 827.
  ["Couldn't connect to compute node", 'XX000', true],
  ['could not open relation with OID 16384', 'XX000', false],
  ['sorry, too many clients already', '53300', true],
])('param: %j with SQLSTATE %s is a database that cannot be used: %s', (message, code, isAway) => {
  const error = Object.assign(new Error(message), code !== undefined && { code })
  expect(isDatabaseAway(error)).toBe(isAway)
})
