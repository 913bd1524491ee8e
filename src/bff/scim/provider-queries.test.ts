import { expect, test } from 'vitest'
import { BARBARA, readDocument, readScimError, toPatch } from '#bff/testing/scim-client.ts'
import { openScimWorld } from '#bff/testing/scim-world.ts'

const { world, provider } = await openScimWorld()

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** Filters, and whether they find the user. Null: the filter is refused. */
const FILTERS: { source: string; filter: string; finds: boolean | null }[] = [
  { source: 'Okta', filter: 'userName eq "bjensen@example.com"', finds: true },
  { source: 'RFC 7643, 4.1.1: not case-sensitive', filter: 'USERNAME Eq "BJensen@Example.com"', finds: true },
  { source: 'Entra ID', filter: 'externalId eq "bjensen"', finds: true },
  { source: 'RFC 7643, 3.1: case-sensitive', filter: 'externalId eq "BJensen"', finds: false },
  { source: 'Entra ID', filter: 'emails[type eq "work"].value eq "bjensen@example.com"', finds: true },
  { source: 'RFC 7644, 3.4.2.2', filter: 'emails.value eq "bjensen@EXAMPLE.com"', finds: true },
  { source: 'RFC 7644, 3.4.2.2', filter: `${USER}:userName eq "bjensen@example.com"`, finds: true },
  { source: 'a quote in the value', filter: 'userName eq "b\\"jensen"', finds: false },
  { source: 'an expression in the value', filter: 'userName eq "x\\" or userName pr \\""', finds: false },
  { source: 'RFC 7644, 3.4.2.2', filter: 'userName sw "J"', finds: null },
  { source: 'RFC 7644, 3.4.2.2', filter: 'title pr', finds: null },
  { source: 'RFC 7644, 3.4.2.2', filter: 'userName eq "a" or userName eq "b"', finds: null },
  { source: 'RFC 7644, 3.4.2.2', filter: 'meta.lastModified gt "2011-05-13T04:42:34Z"', finds: null },
  { source: 'an unquoted value', filter: 'userName eq bjensen', finds: null },
  { source: 'an empty filter', filter: '', finds: null },
]

test.each(FILTERS)('param: the filter $filter ($source) → found: $finds', async ({ filter, finds }) => {
  await provider.create(BARBARA)
  const query = `filter=${encodeURIComponent(filter)}`
  if (finds === null)
    expect(await readScimError(provider.send('GET', `/Users?${query}`))).toMatchObject({
      status: 400,
      scimType: 'invalidFilter',
    })
  else expect((await provider.list(query)).totalResults).toBe(finds ? 1 : 0)
})

test('param: startIndex and count → the page, as in RFC 7644, section 3.4.2.4', async () => {
  for (const name of ['one', 'two', 'three']) {
    await provider.create({ userName: `${name}@example.com` })
    world.pass(1)
  }
  const pages: [string, string[]][] = [
    ['', ['one', 'two', 'three']],
    ['startIndex=1&count=2', ['one', 'two']],
    ['startIndex=3&count=2', ['three']],
    ['startIndex=0&count=1', ['one']],
    ['startIndex=9', []],
    ['count=0', []],
    ['count=-1', []],
  ]
  for (const [query, names] of pages) {
    const { totalResults, Resources } = await provider.list(query)
    expect(totalResults, query).toBe(3)
    expect(
      Resources.map(({ userName }) => userName),
      query,
    ).toEqual(names.map((name) => `${name}@example.com`))
  }
  expect(await readScimError(provider.send('GET', '/Users?count=x'))).toMatchObject({
    scimType: 'invalidValue',
  })
})

test('param: attributes and excludedAttributes → the attributes of the response', async () => {
  const { id } = await provider.create(BARBARA)
  const read = (query: string) => readDocument(provider.send('GET', `/Users/${id}?${query}`))
  expect(await read('attributes=userName,name.givenName')).toEqual({
    schemas: [USER],
    id,
    userName: BARBARA.userName,
    name: BARBARA.name,
  })
  expect(await read('excludedAttributes=emails,meta')).toEqual({
    schemas: [USER],
    id,
    userName: BARBARA.userName,
    externalId: 'bjensen',
    name: BARBARA.name,
    active: true,
  })
})

test('behavior: versions avoid lost changes and repeated responses', async () => {
  const { id } = await provider.create(BARBARA)
  const answer = await provider.send('GET', `/Users/${id}`)
  const etag = answer.headers.get('etag') ?? ''
  const unchanged = await provider.send('GET', `/Users/${id}`, undefined, { 'if-none-match': etag })
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  const rename = (value: string) =>
    provider.send('PATCH', `/Users/${id}`, toPatch({ op: 'replace', path: 'displayName', value }), {
      'if-match': etag,
    })
  expect((await rename('Babs')).status).toBe(200)
  expect(await readScimError(rename('Barbara'))).toMatchObject({ status: 412 })
  expect(await provider.read(id)).toMatchObject({ displayName: 'Babs' })
})

test('behavior: the server describes itself', async () => {
  expect(await readDocument(provider.send('GET', '/ServiceProviderConfig'))).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    etag: { supported: true },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  })
  const type = await readDocument(provider.send('GET', '/ResourceTypes/User'))
  expect(type).toMatchObject({ endpoint: '/Users', schema: USER })
  expect(await readDocument(provider.send('GET', '/ResourceTypes'))).toMatchObject({ Resources: [type] })
  const schema = await readDocument(provider.send('GET', `/Schemas/${USER}`))
  expect(schema).toMatchObject({ id: USER, attributes: expect.any(Array) })
  expect(await readDocument(provider.send('GET', '/Schemas'))).toMatchObject({ Resources: [schema] })
})
