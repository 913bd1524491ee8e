import { t } from '#web/ui/text.ts'

/** What the console's own server says by these codes, in the chosen language. */
export const knownProblems = (): Readonly<Record<string, string>> => ({
  STEP_UP_FAILED: t('This passkey was not accepted for this change. Use one of your own passkeys.'),
  MEMBER_ABOVE: t('Only an owner may add, change or remove owners and admins.'),
  LAST_OWNER: t('This is the last owner. Make someone else an owner first.'),
  LAST_PASSKEY: t('This is your last passkey. Add another one before you remove it.'),
  ALREADY_MEMBER: t('You are already a member of this organization.'),
  PASSKEY_KNOWN: t('This passkey is already registered.'),
  INVITATION_LINK_INVALID: t('This invitation is no longer valid. Ask for a new one.'),
  SIGN_IN_FAILED: t('This passkey was not accepted. Try again, or use another one.'),
  CEREMONY_OVER: t('This passkey request took too long or was already used. Start again.'),
  PASSKEY_REFUSED: t('This passkey could not be registered. Start again.'),
  SETUP_LINK_INVALID: t('This setup link is no longer valid. Start the server again to get a new one.'),
})
