import { domainToASCII } from 'node:url'
import { DOMAINS_MAX } from '#protocol/limits.ts'
import { isDomain, isWithinDomain } from '#protocol/passkey/origin.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { newSecret } from '#server-kit/secrets/new-secret.ts'
import type { HasClock, HasDatabase, HasSandboxFlag } from '#service/context-parts.ts'
import { requireRoom } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { DOMAIN_COLUMNS, domainAnswer } from './domain-row.ts'
import { insertDomain, registerDomain } from './domains.ts'

/**
 * `POST /v1/org/domains`: adds a domain and returns how to verify it. The domain matches nothing until it is
 * verified. Adding it again returns the same domain. The response does not reveal whether another organization has
 * the domain: only someone who can publish the proof learns that. In the sandbox, `localhost` and names below it
 * need no proof. Source: profile 1, ADR 0006.
 *
 * @throws VALIDATION_FAILED for an invalid host name
 * @throws CONFLICT if the organization has too many domains, and for a local name of another organization
 */
export const addDomain: Operation<'addDomain', HasClock & HasDatabase & HasSandboxFlag> = async (
  ctx,
  caller,
  input,
) => {
  const { organizationId } = caller
  const domain = normaliseDomain(input.body.domain, ctx.settings)
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (trx) => {
    const refusal = `An organization has at most ${DOMAINS_MAX} domains. Remove one first.`
    await requireRoom(trx, organizationId, { table: 'organization_domains', max: DOMAINS_MAX, refusal })
    if (isLocal(domain)) await registerDomain(trx, { organizationId, domain, now })
    // The token is stored in plain text, because it gives no access. It only has to be published as the
    // proof.
    else await insertDomain(trx, { organizationId, domain, now }, { proof_token: newSecret() })
    const row = await trx
      .selectFrom('organization_domains')
      .select(DOMAIN_COLUMNS)
      .where('organization_id', '=', organizationId)
      .where('rp_id_hash', '=', rpIdHash(domain))
      .executeTakeFirstOrThrow()
    return domainAnswer(row)
  })
}

/** The last label of a registrable name: letters, or an internationalized label in its ASCII form. */
const LAST_LABEL = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * Returns the ASCII form of a relying-party domain in lower case, as browsers hash it. Refuses a single label such as
 * `com`, which has no owner, and an IP address, which cannot have passkeys. `localhost` is on every machine, so it is
 * valid only in the sandbox.
 *
 * @throws VALIDATION_FAILED
 */
export function normaliseDomain(text: string, { sandbox }: { sandbox: boolean }): string {
  // Refuses these characters, because a URL parser would drop everything after them and register a different name.
  const domain = /[/?#%\s]/.test(text) ? '' : domainToASCII(text)
  const labels = domain.split('.')
  if (isLocal(domain)) {
    if (sandbox && isDomain(domain)) return domain
    throw fieldError('domain', 'must not be localhost, which is every machine’s own')
  }
  if (!isDomain(domain) || labels.length < 2 || !LAST_LABEL.test(labels.at(-1) ?? '')) {
    throw fieldError('domain', 'must be a host name such as shop.example, without scheme, port and path')
  }
  return domain
}

/** Returns whether a domain names this machine and therefore has no owner (RFC 6761). */
function isLocal(domain: string): boolean {
  return isWithinDomain(domain, 'localhost')
}
