import * as z from 'zod/mini'
import { SCIM_PATH } from '#protocol/scim.ts'
import { readContent, request, type Admin } from './console-browser.ts'
import type { TestBff } from './test-bff.ts'

const tokenSchema = z.object({ secret: z.string() })
const userSchema = z.looseObject({ id: z.string(), userName: z.string(), active: z.boolean() })
const listSchema = z.looseObject({ totalResults: z.number(), Resources: z.array(userSchema) })
const errorSchema = z.strictObject({
  schemas: z.array(z.literal('urn:ietf:params:scim:api:messages:2.0:Error')),
  status: z.string(),
  scimType: z.optional(z.string()),
  detail: z.string(),
})

type ScimUser = z.infer<typeof userSchema>

/** An identity provider with a token of an organization. */
export type ScimClient = {
  /** `path` begins after `/scim/v2`. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
  create: (user: object) => Promise<ScimUser>
  read: (id: string) => Promise<ScimUser>
  list: (query: string) => Promise<z.infer<typeof listSchema>>
}

/** Creates a token in the console. */
export async function createScimToken({ browser }: Admin): Promise<string> {
  return tokenSchema.parse(await readContent(browser.post('/api/scim/token'))).secret
}

/** Creates an identity provider. `readToken` is called for each request, because a token may be replaced. */
export function scimClient({ bff }: Pick<TestBff, 'bff'>, readToken: () => string): ScimClient {
  const send: ScimClient['send'] = (method, path, body, headers = {}) =>
    bff.fetch(
      request(SCIM_PATH + path, {
        method,
        headers: {
          authorization: `Bearer ${readToken()}`,
          ...(body !== undefined && { 'content-type': 'application/scim+json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      }),
    )
  return {
    send,
    create: async (user) => userSchema.parse(await readDocument(send('POST', '/Users', user), 201)),
    read: async (id) => userSchema.parse(await readDocument(send('GET', `/Users/${id}`))),
    list: async (query) => listSchema.parse(await readDocument(send('GET', `/Users?${query}`))),
  }
}

/** Reads a SCIM document of a response with this status. */
export async function readDocument(answer: Response | Promise<Response>, status = 200): Promise<unknown> {
  const response = await answer
  const text = await response.text()
  if (response.status !== status) throw new Error(`${response.status}: ${text}`)
  return JSON.parse(text)
}

/** Reads a SCIM error. Its `status` must be that of the response. */
export async function readScimError(
  answer: Response | Promise<Response>,
): Promise<{ status: number; scimType: string | undefined; detail: string }> {
  const response = await answer
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('application/scim+json')) throw new Error(`an error of the type ${type}`)
  const { status, scimType, detail } = errorSchema.parse(await response.json())
  if (status !== String(response.status)) throw new Error(`status ${status} in a ${response.status}`)
  return { status: response.status, scimType, detail }
}

/** A user as RFC 7644, section 3.3 creates one, with an address. */
export const BARBARA = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'bjensen@example.com',
  externalId: 'bjensen',
  name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
}

export const toPatch = (...Operations: object[]): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
