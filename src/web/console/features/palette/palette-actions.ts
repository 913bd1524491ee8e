import type { IconName } from '#web/console/components/button.tsx'
import { DIALOGS } from '#web/console/lib/dialog-at.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import type { PaletteItem } from './match-items.ts'

type Action = {
  label: string
  icon: IconName
  to: string
  /** Other words that people type for the action, such as the words of other products. */
  words: string
}

/** Actions and settings of the console, each with its page. */
export function listActions(): PaletteItem[] {
  const group = t('Actions')
  return [
    ...walletActions(),
    ...apiKeyActions(),
    ...webhookActions(),
    ...organizationActions(),
    ...accountActions(),
  ].map((action) => ({ ...action, id: action.label, group }))
}

const walletActions = (): Action[] => [
  {
    label: t('New wallet'),
    icon: 'plus',
    to: paths.newWallet.href(),
    words: t('create add account receive deposit'),
  },
  {
    label: t('Approve or cancel pending transactions'),
    icon: 'clock',
    to: paths.pendingTransactions.href(),
    words: t('approval decline hold waiting second administrator'),
  },
  {
    label: t('Revoke a token approval'),
    icon: 'wallet',
    to: paths.wallets.href(),
    words: t('allowance spender operator permission unlimited'),
  },
  {
    label: t('Recover a wallet'),
    icon: 'wallet',
    to: paths.wallets.href(),
    words: t('recovery backup address lost passkey protection co-signer'),
  },
  {
    label: t('Allow a token'),
    icon: 'token',
    to: paths.tokens.href(),
    words: t('add coin list ERC-20 contract'),
  },
  {
    label: t('Add an address'),
    icon: 'book',
    to: DIALOGS.newAddress.href(),
    words: t('new name contact recipient payee exchange'),
  },
  {
    label: t('Export wallets'),
    icon: 'receive',
    to: paths.wallets.href(),
    words: t('download CSV spreadsheet'),
  },
  {
    label: t('Export transactions'),
    icon: 'receive',
    to: paths.transactions.href(),
    words: t('download CSV accounting history'),
  },
]

const apiKeyActions = (): Action[] => [
  {
    label: t('New API key'),
    icon: 'plus',
    to: paths.newApiKey.href(),
    words: t('create issue token secret credential'),
  },
  {
    label: t('Rotate or revoke an API key'),
    icon: 'key',
    to: paths.apiKeys.href(),
    words: t('delete disable replace renew leaked secret'),
  },
  {
    label: t('Limit the IP addresses of an API key'),
    icon: 'key',
    to: paths.apiKeys.href(),
    words: t('allowlist whitelist range network firewall'),
  },
  {
    label: t('Change the scopes of an API key'),
    icon: 'key',
    to: paths.apiKeys.href(),
    words: t('permissions rights rate limit'),
  },
  {
    label: t('Read the request log of an API key'),
    icon: 'log',
    to: paths.apiKeys.href(),
    words: t('requests errors calls debugging'),
  },
]

const webhookActions = (): Action[] => [
  {
    label: t('New webhook endpoint'),
    icon: 'plus',
    to: paths.newWebhook.href(),
    words: t('create add event notification callback URL'),
  },
  {
    label: t('Rotate a webhook secret'),
    icon: 'webhook',
    to: paths.webhooks.href(),
    words: t('signature signing renew verify'),
  },
  {
    label: t('Resend or replay events'),
    icon: 'webhook',
    to: paths.webhooks.href(),
    words: t('retry failed delivery missed'),
  },
  {
    label: t('New integration'),
    icon: 'plus',
    to: paths.newIntegration.href(),
    words: t('create add embed widget snippet origin'),
  },
  {
    label: t('Add a domain'),
    icon: 'plus',
    to: paths.domains.href(),
    words: t('verify DNS TXT website host'),
  },
]

const organizationActions = (): Action[] => [
  {
    label: t('New policy'),
    icon: 'lock',
    to: DIALOGS.newPolicy.href(),
    words: t('create rule limit approval four eyes recipients allowlist'),
  },
  {
    label: t('Invite a member'),
    icon: 'people',
    to: DIALOGS.invitation.href(),
    words: t('add person colleague team user administrator'),
  },
  {
    label: t('Change a role or remove a member'),
    icon: 'people',
    to: paths.members.href(),
    words: t('permissions delete revoke access owner operator sessions'),
  },
  {
    label: t('Export the audit log'),
    icon: 'receive',
    to: paths.audit.href(),
    words: t('download CSV hashes evidence compliance'),
  },
  {
    label: t('Set the transaction fee'),
    icon: 'settings',
    to: paths.settings.href(),
    words: t('price charge revenue'),
  },
  {
    label: t('Choose mails about alerts'),
    icon: 'settings',
    to: paths.settings.href(),
    words: t('notifications email alarm'),
  },
  {
    label: t('Change the name or logo'),
    icon: 'settings',
    to: paths.settings.href(),
    words: t('rename organization brand picture'),
  },
  {
    label: t('Trust contract descriptions'),
    icon: 'settings',
    to: paths.settings.href(),
    words: t('clear signing ERC-7730 registry publisher'),
  },
  {
    label: t('See the gas budget'),
    icon: 'chart',
    to: paths.usage.href(),
    words: t('cost network spending relayer'),
  },
]

const accountActions = (): Action[] => [
  {
    label: t('Recovery codes'),
    icon: 'passkey',
    to: paths.account.href(),
    words: t('backup lost device sign-in account'),
  },
  {
    label: t('Add a passkey'),
    icon: 'passkey',
    to: DIALOGS.newPasskey.href(),
    words: t('device security key phone login'),
  },
  {
    label: t('End sessions'),
    icon: 'signOut',
    to: paths.account.href(),
    words: t('sign out log out devices browsers everywhere'),
  },
]
