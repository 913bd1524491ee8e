import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import type { PaletteItem } from './palette-item.ts'

type Linked = [label: string, icon: PaletteItem['icon'], to: string]

/** What people come to do, each on the page where it is done. */
export function actionItems(): PaletteItem[] {
  const actions: Linked[] = [
    [t('New wallet'), 'plus', paths.newWallet.href()],
    [t('New API key'), 'plus', paths.newApiKey.href()],
    [t('New webhook endpoint'), 'plus', paths.newWebhook.href()],
    [t('New integration'), 'plus', paths.newIntegration.href()],
    [t('Invite a member'), 'people', paths.members.href()],
    [t('Add a domain'), 'plus', paths.domains.href()],
    [t('Allow a token'), 'token', paths.tokens.href()],
    [t('Export the audit log'), 'receive', paths.audit.href()],
    [t('Export wallets'), 'receive', paths.wallets.href()],
  ]
  const group = t('Actions')
  return actions.map(([label, icon, to]) => ({ id: to + label, group, label, icon, to, words: t('create') }))
}
