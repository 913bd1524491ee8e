import type { ProofCheck } from '#protocol/domains.ts'
import { notFound, rateLimited } from '#server-kit/http/http-error.ts'
import type { HasClock, HasDatabase, HasProofReader } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { domainAnswer, selectDomain } from './domain-row.ts'
import { markVerified } from './domains.ts'
import type { Reading } from './proof-reader.ts'

/**
 * Minimum interval in milliseconds between two checks of a domain, because each sends requests to servers of
 * third parties.
 */
const LOOK_INTERVAL_MS = 2_000

/**
 * `POST /v1/org/domains/{domainId}/verify`: checks for the proof in DNS and on the web, and returns what was
 * found. One of the two is enough. A verified domain stays verified and is not checked again. Source: profile
 * 1, ADR 0006.
 *
 * @throws NOT_FOUND for a domain that does not exist or belongs to another organization
 * @throws CONFLICT if the proof exists but another organization has already verified the domain
 * @throws RATE_LIMITED within two seconds of the last check
 */
export const verifyDomain: Operation<'verifyDomain', HasClock & HasDatabase & HasProofReader> = async (
  ctx,
  { organizationId },
  { params },
) => {
  const find = () => selectDomain(ctx.db, organizationId, params.domainId).executeTakeFirstOrThrow(notFound)
  const row = await find()
  const known = domainAnswer(row)
  if (known.proof === undefined) return known
  const now = ctx.clock.now()
  const lastLook = new Date(now.getTime() - LOOK_INTERVAL_MS)
  const taken = await ctx.db
    .updateTable('organization_domains')
    .set({ looked_at: now })
    .where('id', '=', row.id)
    .where((where) => where.or([where('looked_at', 'is', null), where('looked_at', '<=', lastLook)]))
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) throw rateLimited(LOOK_INTERVAL_MS)
  const { dns, file } = known.proof
  const [record, content] = await Promise.all([
    ctx.proofReader.readTxt(dns.name),
    ctx.proofReader.readFile(file.url),
  ])
  const checks = { dns: toCheck(record, dns.value), file: toCheck(content, file.content) }
  if (!checks.dns.found && !checks.file.found) return { ...known, checks }
  await markVerified(ctx.db, { organizationId, rpIdHash: row.rp_id_hash, now: ctx.clock.now() })
  return { ...domainAnswer(await find()), checks }
}

function toCheck({ values, problem }: Reading, wanted: string): ProofCheck {
  return { found: values.includes(wanted), seen: values, ...(problem !== undefined && { problem }) }
}
