import { expect, test } from 'vitest'
import { BARBARA, readDocument, toPatch } from '#bff/testing/scim-client.ts'
import { openScimWorld } from '#bff/testing/scim-world.ts'

const { provider } = await openScimWorld()

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const WORK = [{ value: 'babs@example.com', type: 'work', primary: true }]

/** Bodies with which users are created, and the attributes that the response has. */
const CREATIONS: { source: string; body: object; expected: object }[] = [
  {
    source: 'RFC 7644, section 3.3, with an address as the name',
    body: BARBARA,
    expected: {
      userName: 'bjensen@example.com',
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
      emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
      active: true,
    },
  },
  {
    source: 'RFC 7643, section 8.2 (full user), shortened',
    body: {
      schemas: [USER],
      id: '2819c223-7f76-453a-919d-413861904646',
      externalId: '701984',
      userName: 'bjensen@example.com',
      name: { formatted: 'Ms. Barbara J Jensen, III', honorificPrefix: 'Ms.', middleName: 'Jane' },
      displayName: 'Babs Jensen',
      nickName: 'Babs',
      emails: [
        { value: 'babs@jensen.org', type: 'home' },
        { value: 'BJensen@Example.com', type: 'work', primary: true },
      ],
      addresses: [{ type: 'work', locality: 'Hollywood' }],
      phoneNumbers: [{ value: '555-555-5555', type: 'work' }],
      userType: 'Employee',
      preferredLanguage: 'en-US',
      locale: 'en-US',
      timezone: 'America/Los_Angeles',
      active: true,
      password: 't1meMa$heen',
      groups: [{ value: 'e9e30dba-f08f-4109-8486-d5c6a331660a', display: 'Tour Guides' }],
      x509Certificates: [{ value: 'MIIDQzCCAqygAwIBAgICEAAwDQYJKoZIhvcNAQEFBQAwTjELMAkGA1UEBhMCVVMx' }],
      meta: { resourceType: 'User', version: 'W\\/"a330bc54f0671c9"' },
    },
    expected: {
      externalId: '701984',
      name: { formatted: 'Ms. Barbara J Jensen, III' },
      displayName: 'Babs Jensen',
      preferredLanguage: 'en-US',
      emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
    },
  },
  {
    source: 'Okta, "SCIM 2.0 protocol reference", Create Users',
    body: {
      schemas: [USER],
      userName: 'test.user@okta.local',
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    },
    expected: { userName: 'test.user@okta.local', externalId: '00ujl29u0le5T6Aj10h7', active: true },
  },
  {
    source: 'Microsoft, "Develop a SCIM endpoint", Create User',
    body: {
      schemas: [USER, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@testuser.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
    },
    expected: {
      userName: 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1',
      emails: [{ value: 'test_user_fd0ea19b@testuser.com', type: 'work', primary: true }],
    },
  },
  {
    source: 'Microsoft Q&A 1684621: an extension of the customer’s own',
    body: {
      schemas: [USER, ENTERPRISE],
      userName: 'joe@testaccount.onmicrosoft.com',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'joe@joe.com' }],
      name: { familyName: 'TestLastName1', givenName: 'joe' },
      title: 'scim tester',
      'urn:ietf:params:scim:schemas:extension:custom:2.0:User': { employeeNumber: '99887766' },
    },
    expected: { name: { givenName: 'joe', familyName: 'TestLastName1' } },
  },
]

test.each(CREATIONS)('param: a new user of $source → the stored attributes', async ({ body, expected }) => {
  const answer = await provider.send('POST', '/Users', body)
  const { location, etag } = Object.fromEntries(answer.headers)
  expect(answer.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
  const user = await readDocument(answer, 201)
  expect(user).toMatchObject({ schemas: [USER], ...expected })
  expect(user).toMatchObject({ meta: { resourceType: 'User', location, version: etag } })
  expect(JSON.stringify(user)).not.toMatch(/password|1mz050nq|t1meMa/)
  expect(await readDocument(provider.send('GET', new URL(location ?? '').pathname.slice(8)))).toEqual(user)
})

/** Changes of a user who was created as in RFC 7644, section 3.3, and the attributes afterwards. */
const CHANGES: { source: string; operations: object[]; expected: object }[] = [
  {
    source: 'Okta, deactivation: an object without a path',
    operations: [{ op: 'replace', value: { active: false } }],
    expected: { active: false },
  },
  {
    source: 'Entra ID, Disable User: a capital letter and a string',
    operations: [{ op: 'Replace', path: 'active', value: 'False' }],
    expected: { active: false },
  },
  {
    source: 'Entra ID with aadOptscim062020: a boolean',
    operations: [{ op: 'replace', path: 'active', value: false }],
    expected: { active: false },
  },
  {
    source: 'SailPoint: add instead of replace',
    operations: [{ op: 'add', value: { active: false } }],
    expected: { active: false },
  },
  {
    source: 'Entra ID, Update User [Multi-valued properties]',
    operations: [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@example.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    ],
    expected: {
      emails: [{ value: 'updatedemail@example.com', type: 'work', primary: true }],
      name: { familyName: 'updatedFamilyName' },
    },
  },
  {
    source: 'Entra ID, Update User [Single-valued properties]',
    operations: [{ op: 'Replace', path: 'userName', value: '5b50642d-79fc-4410-9e90-4c077cdd1a59' }],
    expected: { userName: '5b50642d-79fc-4410-9e90-4c077cdd1a59' },
  },
  {
    source: 'Entra ID: attributes that are not stored',
    operations: [
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Research' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '555-555-5555' },
      { op: 'Replace', path: 'title', value: 'tester' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'joe@joe.com' },
    ],
    expected: { emails: [{ value: 'joe@joe.com', type: 'work', primary: true }] },
  },
  {
    source: 'Entra ID: paths as names of an object',
    operations: [{ op: 'Replace', value: { 'name.givenName': 'Babs', displayName: 'Babs Jensen' } }],
    expected: { name: { givenName: 'Babs' }, displayName: 'Babs Jensen' },
  },
  {
    source: 'RFC 7644, section 3.5.2.1: another address is added, and the one of the type work stays',
    operations: [
      { op: 'add', value: { emails: [{ value: 'babs@jensen.org', type: 'home' }], nickname: 'Babs' } },
    ],
    expected: { emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }] },
  },
  {
    source: 'RFC 7644, section 3.5.2.3: the list of addresses is replaced',
    operations: [
      {
        op: 'replace',
        value: { emails: [{ ...WORK[0] }, { value: 'babs@jensen.org', type: 'home' }], nickName: 'Babs' },
      },
    ],
    expected: { emails: WORK },
  },
  {
    source: 'RFC 7644, section 3.5.2.2: an attribute is removed',
    operations: [
      { op: 'remove', path: 'name.formatted' },
      { op: 'remove', path: 'externalId' },
    ],
    expected: { name: { familyName: 'Jensen', givenName: 'Barbara' } },
  },
  {
    source: 'RFC 7644, section 3.10: a path with its schema',
    operations: [{ op: 'replace', path: `${USER}:name.givenName`, value: 'Babs' }],
    expected: { name: { givenName: 'Babs' } },
  },
]

test.each(CHANGES)('param: a PATCH of $source → the changed attributes', async ({ operations, expected }) => {
  const { id } = await provider.create(BARBARA)
  const changed = await readDocument(provider.send('PATCH', `/Users/${id}`, toPatch(...operations)))
  expect(changed).toMatchObject(expected)
  expect(await provider.read(id)).toEqual(changed)
})

test('behavior: a PUT of Okta’s whole user replaces the attributes, and one without active keeps it', async () => {
  const { id } = await provider.create({ ...BARBARA, displayName: 'Babs' })
  const { displayName: _, ...read } = await provider.read(id)
  const off = await readDocument(provider.send('PUT', `/Users/${id}`, { ...read, active: false, groups: [] }))
  expect(off).toMatchObject({ active: false, externalId: 'bjensen' })
  expect(off).not.toHaveProperty('displayName')
  const { active: _active, ...withoutActive } = read
  const kept = await readDocument(provider.send('PUT', `/Users/${id}`, withoutActive))
  expect(kept).toMatchObject({ active: false })
})
