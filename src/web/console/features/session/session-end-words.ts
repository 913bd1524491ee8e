import type { SessionEnd } from '#protocol/console/console-session.ts'
import { displayName } from '#web/console/lib/display.ts'
import { t } from '#web/ui/text.ts'

/** Reason why a session ended. Without a known reason, the text says only that the session ended. */
export function describeSessionEnd({ reason, by = '' }: SessionEnd = { reason: 'unknown' }): string {
  const name = displayName(by)
  const sentences: Record<SessionEnd['reason'], string> = {
    'signed-out': t('You signed out in every tab of this browser.'),
    'signed-out-everywhere': t('You signed out everywhere: all your sessions ended.'),
    'ended-from-another-session': t('You ended this session from another browser.'),
    'ended-by-member': t('{name} ended your sessions in this organization.', { name }),
    'member-removed': t('{name} removed you from the organization.', { name }),
    'member-deprovisioned': t('Your identity provider removed you from the organization.'),
    'organization-deleted': t('{name} deleted the organization.', { name }),
    'recovery-code': t(
      'A recovery code of your account was used in another browser, which ended all your sessions. If it was not you, sign in, remove the passkey that you do not recognize and sign out everywhere.',
    ),
    'recovery-link': t(
      'A recovery link for your account was used in another browser, which ended all your sessions. If it was not you, sign in, remove the passkey that you do not recognize and sign out everywhere.',
    ),
    replaced: t('You signed in again in this browser.'),
    unknown: t('Your session ended.'),
  }
  return sentences[reason]
}
