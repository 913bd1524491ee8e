import { expect, test } from 'vitest'
import { API_KEY_ENDPOINTS } from '#protocol/api-keys.ts'
import { ADDRESS_BOOK_ENDPOINTS } from '#protocol/console/address-book-endpoints.ts'
import { EXPORT_ENDPOINTS } from '#protocol/console/export-endpoints.ts'
import { MEMBER_ENDPOINTS } from '#protocol/console/member-endpoints.ts'
import { consoleApi, orgApi } from './api.ts'

const { removeMember, inviteMember, listMembers } = MEMBER_ENDPOINTS

/** Mistakes that the compiler must reject. Nothing here is called, because compiling it is the test. */
const REFUSED = {
  // @ts-expect-error the path parameter has another name
  path: () => consoleApi.call(removeMember, { params: { member: '1' } }),
  // @ts-expect-error the path has a parameter
  noPath: () => consoleApi.call(removeMember),
  // @ts-expect-error the path has no parameter
  extraPath: () => consoleApi.call(listMembers, { params: { memberId: '1' } }),
  // @ts-expect-error the body has another field
  body: () => consoleApi.call(inviteMember, { body: { rolle: 'admin' } }),
  // @ts-expect-error the body is of another type
  bodyType: () => consoleApi.call(inviteMember, { body: 42 }),
  // @ts-expect-error the endpoint needs a body
  noBody: () => consoleApi.call(inviteMember),
  // @ts-expect-error the endpoint takes no body
  extraBody: () => consoleApi.call(listMembers, { body: {} }),
  // @ts-expect-error the query has another field
  query: () => consoleApi.query([], ADDRESS_BOOK_ENDPOINTS.searchAddresses, { query: { text: 'a' } }),
  // @ts-expect-error a service endpoint with another parameter
  passedOn: () => orgApi.call(API_KEY_ENDPOINTS.revokeApiKey, { params: { keyid: '1' } }),
  // @ts-expect-error the response has no such member
  answer: async () => (await consoleApi.call(inviteMember, { body: { role: 'admin' } })).url,
  // @ts-expect-error a file has no content to read
  file: () => consoleApi.call(EXPORT_ENDPOINTS.exportWallets),
}

test('error: a wrong parameter, body, query or response does not compile', () => {
  expect(Object.keys(REFUSED)).toHaveLength(11)
})
