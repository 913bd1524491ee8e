import { createHash } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import { LOGO_SIDE_MAX } from '#protocol/limits.ts'
import type { Organization } from '#protocol/organization.ts'
import { originProblem } from '#protocol/passkey/origin.ts'
import { fieldError, validationError } from '#server-kit/http/validate.ts'
import type { HasDatabase, HasSandboxFlag } from '#service/context-parts.ts'
import type { Tables, Transaction } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { rewritePng } from './plain-png.ts'

/**
 * `GET /v1/org/organization`: the organization that the key belongs to, and the key's scopes. Source: profile 1,
 * ADR 0006.
 */
export const getOrganization: Operation<'getOrganization', HasDatabase & HasSandboxFlag> = async (
  ctx,
  caller,
) => {
  const organization = await readOrganization(ctx, caller.organizationId)
  const key = await ctx.db
    .selectFrom('api_keys')
    .select('scopes')
    .where('id', '=', caller.keyId)
    .executeTakeFirstOrThrow()
  return { ...organization, keyScopes: key.scopes }
}

/** An organization as its members see it. */
export async function readOrganization(
  ctx: HasDatabase & HasSandboxFlag,
  organizationId: string,
): Promise<Organization> {
  const row = await ctx.db
    .selectFrom('organizations')
    .select(['id', 'name', 'embed_origins', 'logo_png as logo'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const { embed_origins: embedOrigins, ...rest } = row
  return { ...rest, sandbox: ctx.settings.sandbox, embedOrigins }
}

/**
 * `PUT /v1/org/organization`: changes the name, the logo, or the sites whose pages may frame the widget.
 * Undefined fields stay unchanged. Source: profile 1, ADR 0006.
 *
 * @throws VALIDATION_FAILED for an origin that no browser would send, and for a logo that is not a small, plain
 * PNG
 */
export const updateOrganization: Operation<'updateOrganization', HasDatabase & HasSandboxFlag> = async (
  ctx,
  caller,
  input,
) => {
  const { name, embedOrigins, logo } = input.body
  const changes = {
    ...(name !== undefined && { name: name.trim() }),
    ...(embedOrigins !== undefined && { embed_origins: parseEmbedOrigins(embedOrigins) }),
    ...(logo !== undefined && parseLogo(logo)),
  }
  if (Object.keys(changes).length > 0) {
    await ctx.db.updateTable('organizations').set(changes).where('id', '=', caller.organizationId).execute()
  }
  return readOrganization(ctx, caller.organizationId)
}

function parseEmbedOrigins(origins: readonly string[]): string[] {
  const errors = origins.flatMap((origin, index) => {
    const message = originProblem(origin)
    return message === undefined ? [] : [{ path: `embedOrigins.${index}`, message }]
  })
  if (errors.length > 0) throw validationError(errors)
  return [...new Set(origins)]
}

/** Parses a logo. Nothing of the given file is stored: the image is written again from its pixels. */
function parseLogo(logo: string | null) {
  if (logo === null) return { logo_png: null, logo_digest: null }
  const png = rewritePng(Buffer.from(logo, 'base64'), LOGO_SIDE_MAX)
  if (png === undefined)
    throw fieldError(
      'logo',
      `must be a PNG of at most ${LOGO_SIDE_MAX} pixels, RGB(A), 8 bits, not interlaced`,
    )
  return { logo_png: png.toString('base64'), logo_digest: createHash('sha256').update(png).digest('hex') }
}

/** The query for an organization's wallets, including pending ones. */
export function selectWallets(
  trx: Transaction,
  organizationId: string,
): SelectQueryBuilder<Tables, 'wallets', { id: string }> {
  return trx
    .selectFrom('wallets')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('status', '<>', 'failed')
}

/**
 * Locks the organization's row, which protects its settings. The second of two simultaneous changes then sees the
 * first.
 */
export async function lockOrganization(trx: Transaction, organizationId: string): Promise<void> {
  await trx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
