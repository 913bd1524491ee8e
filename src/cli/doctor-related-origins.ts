import { examineRelatedFile, loadRelatedFile, type FetchTarget, type RelatedFinding } from '#bff/index.ts'
import { relatedOriginsUrl } from '#protocol/passkey/related-origins.ts'
import { listRelatedDomains, type OpenDatabase } from '#service/index.ts'
import { fail, ok, warn, type Finding } from './doctor-finding.ts'

const CHECK = 'related origins'

/**
 * Checks the file of related origins of every domain that has such origins. On an origin that the file does not list,
 * browsers refuse the domain's passkeys.
 */
export async function checkRelatedOrigins(
  { db }: Pick<OpenDatabase, 'db'>,
  fetchTarget: FetchTarget,
): Promise<Finding[]> {
  const domains = await listRelatedDomains(db)
  return Promise.all(
    domains.map(async ({ domain, relatedOrigins: origins }) => {
      const file = await loadRelatedFile({ fetchTarget }, domain)
      return describe(examineRelatedFile(file, { domain, origins, needed: origins }), { domain, origins })
    }),
  )
}

/** The state of the file, as the rest of a sentence that begins with its URL. */
const DETAILS: Record<RelatedFinding['code'], (values: RelatedFinding['values']) => string> = {
  related: () => 'lists every related origin',
  'related-unreachable': ({ problem }) => `could not be read: ${problem}`,
  'related-insecure': ({ target }) => `leads to ${target}, which is not https`,
  'related-refused': ({ status }) => `responded with status ${status}, not 200`,
  'related-type': ({ type }) => `has the content type “${type}”, not application/json`,
  'related-malformed': () =>
    'is not a JSON object with an array “origins” of texts, or is larger than 256 KiB',
  'related-missing': ({ origins }) => `does not list ${origins}`,
  'related-labels': ({ origins, max }) =>
    `lists ${origins} after ${max} other names, and browsers ignore every further name`,
  'related-redirected': ({ target }) => `leads to ${target}, and not every browser follows it`,
}

function describe(
  { level, code, values }: RelatedFinding,
  { domain, origins }: { domain: string; origins: string[] },
): Finding {
  const url = relatedOriginsUrl(domain)
  const detail = `${url} ${DETAILS[code](values)}`
  if (level === 'ok') return ok(CHECK, detail)
  const report = level === 'warning' ? warn : fail
  return report(CHECK, detail, `serve ${JSON.stringify({ origins })} there as application/json`)
}
