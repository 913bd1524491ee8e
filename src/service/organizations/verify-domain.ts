import type { Operation } from '#service/http/endpoint-types.ts'
import type { ProofCheck } from '#protocol/domains.ts'
import { notFound, rateLimited } from '#server-kit/http/http-error.ts'
import { domainAnswer, selectDomain, markVerified } from './domains.ts'
import type { Reading } from './proof-reader.ts'

/** Each check reaches servers of third parties: not more often than this for each domain. */
const LOOK_INTERVAL_MS = 2_000

/**
 * `POST /v1/org/domains/{domainId}/verify`: looks for the proof now, in DNS and on the web, and answers what
 * was found. One of the two is enough. A verified domain stays verified; nothing is looked for again.
 * Source: profile 1, ADR 0006.
 *
 * @throws NOT_FOUND alike for a domain that does not exist and one of another organization
 * @throws CONFLICT when the proof is there and another organization has verified the domain before
 * @throws RATE_LIMITED within two seconds of the last look
 */
export const verifyDomain: Operation<'verifyDomain', 'db' | 'clock' | 'proofReader'> = async (
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
