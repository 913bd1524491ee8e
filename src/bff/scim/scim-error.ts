import type { ErrorCode } from '#protocol/errors.ts'
import { errorReply, toHttpError } from '#server-kit/http/error-reply.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { respondScim, SCIM_URNS } from './scim-response.ts'

/** The detail keywords that this server uses, with their status. Source: RFC 7644, table 9. */
const SCIM_TYPES = {
  invalidFilter: 400,
  invalidPath: 400,
  invalidSyntax: 400,
  invalidValue: 400,
  mutability: 400,
  noTarget: 400,
  uniqueness: 409,
} as const
type ScimType = keyof typeof SCIM_TYPES

/** An error with one of SCIM's detail keywords. */
class ScimError extends HttpError {
  override name = 'ScimError'
  readonly scimType: ScimType

  constructor(scimType: ScimType, detail: string) {
    super(SCIM_TYPES[scimType], scimType, detail)
    this.scimType = scimType
  }
}

/** Creates an error by its detail keyword. `detail` is a sentence for the people who set up the provisioning. */
export function scimError(scimType: ScimType, detail: string): HttpError {
  return new ScimError(scimType, detail)
}

/** The detail keywords of errors that every route can have. */
const TYPES_BY_CODE: Partial<Record<ErrorCode, ScimType>> = {
  INVALID_JSON: 'invalidSyntax',
  VALIDATION_FAILED: 'invalidValue',
}

/** The response to any error of a request below `/scim/v2`. Source: RFC 7644, section 3.12. */
export function scimErrorResponse(error: unknown): Response {
  const known = toHttpError(error)
  const { status, headers } = errorReply(known)
  const byCode = new Map<string, ScimType>(Object.entries(TYPES_BY_CODE)).get(known.code ?? '')
  const scimType = known instanceof ScimError ? known.scimType : byCode
  const content = {
    schemas: [SCIM_URNS.error],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: known.publicMessage,
  }
  return respondScim(status, content, headers)
}
