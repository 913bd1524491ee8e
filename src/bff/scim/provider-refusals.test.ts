import { expect, test } from 'vitest'
import { BARBARA, readScimError, toPatch } from '#bff/testing/scim-client.ts'
import { openScimWorld } from '#bff/testing/scim-world.ts'

const { provider } = await openScimWorld()

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const WORK = [{ value: 'babs@example.com', type: 'work', primary: true }]

/** Invalid requests, and the error that they get. */
const REFUSALS: { what: string; method: string; body?: unknown; error: object }[] = [
  { what: 'no name', method: 'POST', body: { schemas: [USER] }, error: { scimType: 'invalidValue' } },
  { what: 'no address', method: 'POST', body: { userName: 'ada' }, error: { scimType: 'invalidValue' } },
  {
    what: 'an invalid address',
    method: 'POST',
    body: { userName: 'ada', emails: [{ value: 'ada' }] },
    error: { scimType: 'invalidValue' },
  },
  {
    what: 'the same name in capitals',
    method: 'POST',
    body: { userName: 'BJENSEN@example.com', emails: WORK },
    error: { status: 409, scimType: 'uniqueness' },
  },
  {
    what: 'the same address',
    method: 'POST',
    body: { userName: 'babs', emails: [{ value: 'bjensen@example.com' }] },
    error: { status: 409, scimType: 'uniqueness' },
  },
  { what: 'a list as a user', method: 'POST', body: [], error: { scimType: 'invalidValue' } },
  {
    what: 'a NUL',
    method: 'POST',
    body: { userName: 'ada@example.com', displayName: 'a\0' },
    error: { scimType: 'invalidValue' },
  },
  {
    what: 'no operations',
    method: 'PATCH',
    body: toPatch(),
    error: { scimType: 'invalidSyntax' },
  },
  {
    what: 'an unknown operation',
    method: 'PATCH',
    body: toPatch({ op: 'move', path: 'active' }),
    error: { scimType: 'invalidSyntax' },
  },
  {
    what: 'an unknown path',
    method: 'PATCH',
    body: toPatch({ op: 'replace', path: 'favouriteColor', value: 'blue' }),
    error: { scimType: 'invalidPath' },
  },
  {
    what: 'a path that is none',
    method: 'PATCH',
    body: toPatch({ op: 'replace', path: 'emails[', value: 'blue' }),
    error: { scimType: 'invalidPath' },
  },
  {
    what: 'its id',
    method: 'PATCH',
    body: toPatch({ op: 'replace', path: 'id', value: '1' }),
    error: { scimType: 'mutability' },
  },
  {
    what: 'its role',
    method: 'PATCH',
    body: toPatch({ op: 'Add', path: 'roles[primary eq "True"].value', value: 'owner' }),
    error: { scimType: 'mutability' },
  },
  {
    what: 'a removed name',
    method: 'PATCH',
    body: toPatch({ op: 'remove', path: 'userName' }),
    error: { scimType: 'mutability' },
  },
  {
    what: 'a removal without a path',
    method: 'PATCH',
    body: toPatch({ op: 'remove' }),
    error: { scimType: 'noTarget' },
  },
  {
    what: 'active as a number',
    method: 'PATCH',
    body: toPatch({ op: 'replace', path: 'active', value: 0 }),
    error: { scimType: 'invalidValue' },
  },
]

test.each(REFUSALS)(
  'error: $method with $what → $error, and nothing changes',
  async ({ method, body, error }) => {
    const { id } = await provider.create(BARBARA)
    const before = await provider.list('')
    const answer = provider.send(method, method === 'POST' ? '/Users' : `/Users/${id}`, body)
    expect(await readScimError(answer)).toMatchObject({ status: 400, ...error })
    expect(await provider.list('')).toEqual(before)
  },
)

test('error: unknown paths, methods, types and bodies get SCIM errors', async () => {
  const { id } = await provider.create(BARBARA)
  const cases: [Promise<Response>, object][] = [
    [provider.send('GET', '/Groups'), { status: 404 }],
    [provider.send('POST', '/Groups', {}), { status: 404 }],
    [provider.send('GET', '/Schemas/other'), { status: 404 }],
    [provider.send('GET', '/Users/none'), { status: 404 }],
    [provider.send('GET', '/Users/%00'), { status: 404 }],
    [provider.send('POST', `/Users/${id}`, {}), { status: 405 }],
    [provider.send('POST', '/Users', BARBARA, { 'content-type': 'text/plain' }), { status: 415 }],
    [provider.send('POST', '/Users', 'x'.repeat(300_000)), { status: 413 }],
  ]
  for (const [answer, error] of cases) expect(await readScimError(answer)).toMatchObject(error)
  const plain = provider.send(
    'POST',
    '/Users',
    { userName: 'ada@example.com' },
    { 'content-type': 'application/json' },
  )
  expect((await plain).status).toBe(201)
})
