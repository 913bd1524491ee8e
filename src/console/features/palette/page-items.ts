import { paths } from '#console/lib/paths.ts'
import { t } from '#console/lib/text.ts'
import type { PaletteItem } from './palette-item.ts'

type Linked = [label: string, icon: PaletteItem['icon'], to: string, words?: string]

/** Every page that has no thing of its own. */
export function pageItems(): PaletteItem[] {
  const pages: Linked[] = [
    [t('Overview'), 'overview', paths.overview.href()],
    [t('Wallets'), 'wallet', paths.wallets.href()],
    [t('Transactions'), 'transfer', paths.transactions.href()],
    [t('Waiting for approval'), 'clock', paths.pendingTransactions.href()],
    [t('Tokens'), 'token', paths.tokens.href()],
    [t('Address book'), 'book', paths.addressBook.href()],
    [t('API keys'), 'key', paths.apiKeys.href()],
    [t('Integrations'), 'plug', paths.integrations.href()],
    [t('Settings'), 'settings', paths.settings.href()],
  ]
  return linked(t('Pages'), pages)
}

/** What people come to do. */
export function actionItems(): PaletteItem[] {
  const actions: Linked[] = [
    [t('New wallet'), 'plus', paths.newWallet.href(), t('create')],
    [t('New API key'), 'plus', paths.newApiKey.href(), t('create')],
    [t('New integration'), 'plus', paths.newIntegration.href(), t('create')],
  ]
  return linked(t('Actions'), actions)
}

function linked(group: string, rows: readonly Linked[]): PaletteItem[] {
  return rows.map(([label, icon, to, words = '']) => ({ id: to + label, group, label, icon, to, words }))
}
