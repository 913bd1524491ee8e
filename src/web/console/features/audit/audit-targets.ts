import type { AuditGroup } from '#protocol/audit-actions.ts'
import type { AuditEntry, AuditFacets } from '#protocol/audit.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { paths } from '#web/console/lib/paths.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const NAME_MAX = 80
/** Number of digits of an id that are displayed if the target's name is unknown. */
const ID_DIGITS = 8

export const isAddress = (text: string): boolean => ADDRESS.test(text)

/** Names of people and things, by id. */
export type Names = ReadonlyMap<string, string>

/** The names of the log's people and things. Members have their current name. */
export function collectNames({ actors, things }: Pick<AuditFacets, 'actors' | 'things'>): Names {
  return new Map([...actors, ...things].map(({ id, name }) => [id, name]))
}

/** The id of the thing that an entry is about. A delivery belongs to its endpoint. */
export function readTargetId({ target }: Pick<AuditEntry, 'target'>): string | undefined {
  return target?.split('/')[0]
}

/** The name of the thing that an entry is about. Undefined if the log does not know it. */
export function readTargetName(
  { target, details }: Pick<AuditEntry, 'target' | 'details'>,
  names: Names,
): string | undefined {
  const { label, name, host, domain } = details
  const own = [label, name, host, domain].find((text) => typeof text === 'string' && text !== '')
  const found = own ?? names.get(readTargetId({ target }) ?? '')
  return found === undefined ? undefined : harmlessText(String(found), NAME_MAX).text
}

/** The beginning of an id, which distinguishes things without a name. */
export function shortId(id: string): string {
  return harmlessText(id, NAME_MAX).text.slice(0, ID_DIGITS)
}

type TargetPage = { isId: (id: string) => boolean; href: (id: string) => string }

const isUuid = (id: string): boolean => UUID.test(id)
const uuidPage = (href: TargetPage['href']): TargetPage => ({ isId: isUuid, href })
const list = (href: () => string): TargetPage => ({ isId: isUuid, href: () => href() })

/** Page of a target, by the group of the action. Null if the group's targets have no page. */
const PAGES: Record<AuditGroup, TargetPage | null> = {
  webhook: uuidPage((id) => paths.webhook.href(id)),
  transaction: uuidPage((id) => paths.transaction.href(id)),
  integration: uuidPage((id) => paths.integration.href(id)),
  'api-key': uuidPage((id) => paths.apiKey.href(id)),
  wallet: { isId: isAddress, href: (id) => paths.wallet.href(id) },
  address: { isId: isAddress, href: (q) => paths.addressBook.href({ q }) },
  token: { isId: isAddress, href: (address) => paths.tokens.href({ address }) },
  domain: list(paths.domains.href),
  policy: list(paths.policies.href),
  member: list(paths.members.href),
  provisioning: list(paths.members.href),
  session: null,
  access: null,
  organization: null,
  passkey: null,
  identity: null,
  message: null,
  fees: null,
  export: null,
  audit: null,
  alerts: null,
  sandbox: null,
  recovery: null,
  'policy-signer': null,
  approver: null,
  'email-verification': null,
}

/** Actions after which the target has no page any more. */
const ENDING: ReadonlySet<string> = new Set<string>([
  'webhook.deleted',
  'policy.deleted',
  'domain.removed',
  'member.removed',
  'provisioning.user-deactivated',
  'provisioning.user-deleted',
  'token.removed',
  'address.removed',
])

/** Path of the page of an entry's target. Undefined if the target has no page. */
export function targetHref({ action, target }: Pick<AuditEntry, 'action' | 'target'>): string | undefined {
  const id = readTargetId({ target }) ?? ''
  const page = new Map<string, TargetPage | null>(Object.entries(PAGES)).get(readGroup(action))
  if (page === undefined || page === null || ENDING.has(action)) return undefined
  return page.isId(id) ? page.href(id) : undefined
}

/** The part of an action before the dot, which groups actions. */
export function readGroup(action: string): string {
  return action.split('.')[0] ?? action
}
