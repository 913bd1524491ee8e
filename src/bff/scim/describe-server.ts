import type { HasPublicUrl } from '#bff/context-parts.ts'
import { SCIM_PAGE_MAX, SCIM_PATH } from '#protocol/scim.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import type { ScimAsked } from './find-connection.ts'
import { respondScim, SCIM_URNS, toList } from './scim-response.ts'

type Asked = ScimAsked<HasPublicUrl>

/** `GET /ServiceProviderConfig`. Source: RFC 7643, section 5. */
export function getServiceProviderConfig({ ctx }: Asked): Response {
  return respondScim(200, {
    schemas: [SCIM_URNS.serviceProviderConfig],
    documentationUri: `${ctx.settings.publicUrl}/docs/scim.html`,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: SCIM_PAGE_MAX },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The token that an owner creates in the settings of the console.',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: describe(ctx, 'ServiceProviderConfig', '/ServiceProviderConfig'),
  })
}

/** `GET /ResourceTypes`. Source: RFC 7643, section 6. */
export function listResourceTypes({ ctx }: Asked): Response {
  return respondScim(200, toList([userType(ctx)]))
}

/** `GET /ResourceTypes/{name}`. @throws NOT_FOUND */
export function getResourceType({ ctx, exchange }: Asked): Response {
  if (exchange.req.param('name') !== 'User') throw notFound()
  return respondScim(200, userType(ctx))
}

function userType(ctx: HasPublicUrl): object {
  return {
    schemas: [SCIM_URNS.resourceType],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'A person who can use the console of the organization.',
    schema: SCIM_URNS.user,
    meta: describe(ctx, 'ResourceType', '/ResourceTypes/User'),
  }
}

/** `GET /Schemas`. Source: RFC 7643, section 7. */
export function listSchemas({ ctx }: Asked): Response {
  return respondScim(200, toList([userSchema(ctx)]))
}

/** `GET /Schemas/{urn}`. @throws NOT_FOUND */
export function getSchema({ ctx, exchange }: Asked): Response {
  if (exchange.req.param('name') !== SCIM_URNS.user) throw notFound()
  return respondScim(200, userSchema(ctx))
}

/** The schema of a user, with the attributes that this server stores or returns. */
function userSchema(ctx: HasPublicUrl): object {
  return {
    schemas: [SCIM_URNS.schema],
    id: SCIM_URNS.user,
    name: 'User',
    description: 'A person who can use the console of the organization.',
    attributes: USER_ATTRIBUTES,
    meta: describe(ctx, 'Schema', `/Schemas/${SCIM_URNS.user}`),
  }
}

function describe({ settings }: HasPublicUrl, resourceType: string, path: string): object {
  return { resourceType, location: settings.publicUrl + SCIM_PATH + path }
}

/** An attribute with the characteristics that most attributes have. Source: RFC 7643, section 2.2. */
function attribute(name: string, description: string, rest: object = {}): object {
  const usual = { type: 'string', multiValued: false, required: false, caseExact: false }
  return {
    name,
    description,
    ...usual,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...rest,
  }
}

const USER_ATTRIBUTES = [
  attribute('userName', 'Name of the person at the identity provider.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'Parts of the person’s name.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The full name.'),
      attribute('familyName', 'The family name.'),
      attribute('givenName', 'The given name.'),
    ],
  }),
  attribute('displayName', 'The name that is displayed.'),
  attribute('preferredLanguage', 'Language of the invitation, such as de-CH.'),
  attribute('active', 'Whether the person may use the console.', { type: 'boolean' }),
  attribute('emails', 'The one address to which the invitation is sent.', {
    type: 'complex',
    multiValued: true,
    required: true,
    subAttributes: [
      attribute('value', 'The address.', { required: true, uniqueness: 'server' }),
      attribute('type', 'Always work.', { canonicalValues: ['work'], mutability: 'readOnly' }),
      attribute('primary', 'Always true.', { type: 'boolean', mutability: 'readOnly' }),
    ],
  }),
  attribute('roles', 'The role in the organization, which members change in the console.', {
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      attribute('value', 'The role.', { mutability: 'readOnly' }),
      attribute('primary', 'Always true.', { type: 'boolean', mutability: 'readOnly' }),
    ],
  }),
]
