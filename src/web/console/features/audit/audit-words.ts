import type { AuditEntry, AuditResult, ChainFault } from '#protocol/org/audit.ts'
import type { BadgeTone } from '#web/console/components/badge.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

/** The word for each way that something ended. */
export const resultLooks = (): Record<AuditResult, { tone: BadgeTone; label: string }> => ({
  done: { tone: 'success', label: t('Done') },
  refused: { tone: 'warning', label: t('Refused') },
  failed: { tone: 'danger', label: t('Failed') },
  unknown: { tone: 'neutral', label: t('Outcome unknown') },
})

/** What is wrong with a chain, and what it means. */
export const faultSentences = (): Record<ChainFault, string> => ({
  hash: t('This entry was changed after it was written.'),
  link: t('This entry does not follow the previous one.'),
  gap: t('An entry is missing.'),
  head: t('The newest entries do not match the head of the chain: some were removed or inserted.'),
  seal: t('The head of the chain was not written by this deployment, or its secret key was changed.'),
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Where the thing that an entry names can be looked at; undefined where it has no page. */
export function targetHref({ action, target }: Pick<AuditEntry, 'action' | 'target'>): string | undefined {
  const [id = ''] = target?.split('/') ?? []
  if (UUID.test(id)) {
    if (action.startsWith('webhook.') && action !== 'webhook.deleted') return paths.webhook.href(id)
    if (action.startsWith('transaction.')) return paths.transaction.href(id)
    if (action.startsWith('integration.')) return paths.integration.href(id)
  }
  return ADDRESS.test(id) && action.startsWith('wallet.') ? paths.wallet.href(id) : undefined
}

/** The part before the dot: what the actions of a group have in common. */
export function groupsOf(actions: readonly string[]): string[] {
  return [...new Set(actions.map((action) => action.split('.')[0] ?? action))].toSorted()
}
