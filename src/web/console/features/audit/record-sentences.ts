import type { AuditAction, ServiceAction } from '#protocol/audit-actions.ts'
import { t } from '#web/ui/text.ts'
import type { Said, Sentences } from './sentence-types.ts'

/** Sentences of actions that the console's own server records, in most cases only if the action succeeded. */
export const recordSentences = (): Sentences<Exclude<AuditAction, ServiceAction>> => ({
  ...sessionSentences(),
  ...memberSentences(),
  ...provisioningSentences(),
  ...accountSentences(),
  ...integrationSentences(),
  ...addressSentences(),
  ...sandboxSentences(),
  'organization.set-up': t('{actor} set up the organization'),
  'organization.created': t('{actor} created the organization {target}'),
  'organization.deleted': {
    did: t('{actor} deleted the organization {target}'),
    tried: t('{actor} tried to delete the organization {target}'),
  },
  'organization.descriptors-trusted': t('{actor} changed the trusted publishers of contract descriptions'),
  'export.started': ({ details }: Said) =>
    details['kind'] === 'wallets'
      ? t('{actor} exported the wallets')
      : t('{actor} exported the transactions'),
  'audit.exported': t('{actor} exported the audit log'),
})

const sessionSentences = () =>
  ({
    'session.signed-in': ({ details }: Said) =>
      details['by'] === undefined
        ? t('{actor} signed in')
        : t('{actor} signed in through the identity provider'),
    'session.sign-in': t('A sign-in as {actor} failed'),
    'session.signed-out': t('{actor} signed out'),
    'session.all-ended': t('{actor} signed out everywhere'),
    'session.step-up': t('{actor} did not confirm a change with the passkey: {request}'),
    'access.tried': t('{actor} tried something that the role {role} does not allow: {request}'),
  }) satisfies Partial<Sentences>

const memberSentences = () =>
  ({
    'member.invited': ({ isNamed }: Said) =>
      isNamed
        ? t('{actor} invited {target} with the role {role}')
        : t('{actor} created an invitation with the role {role}'),
    'member.invitation-revoked': ({ isNamed }: Said) =>
      isNamed
        ? t('{actor} revoked the invitation of {target}')
        : t('{actor} revoked an invitation with the role {role}'),
    'member.joined': ({ details }: Said) =>
      details['connected'] === true
        ? t('{actor} let the identity provider manage their membership')
        : t('{actor} joined with the role {role}, invited by {inviter}'),
    'member.renamed': t('{actor} changed their name from {earlier} to {later}'),
    'member.role-changed': t('{actor} changed the role of {target} from {from} to {to}'),
    'member.sessions-ended': t('{actor} ended the sessions of {target}'),
    'member.recovery-started': ({ details }: Said) =>
      details['by'] === 'operator'
        ? t('The operator of the server created a recovery link for {target}')
        : t('{actor} created a recovery link for {target}'),
    'member.recovered': ({ details }: Said) =>
      details['by'] === 'code'
        ? t('{actor} recovered their account with a recovery code')
        : t('{actor} recovered their account with a recovery link'),
    'member.removed': t('{actor} removed {target} from the organization'),
  }) satisfies Partial<Sentences>

const provisioningSentences = () =>
  ({
    'provisioning.token-created': t('{actor} created a SCIM token'),
    'provisioning.token-rotated': t('{actor} replaced the SCIM token'),
    'provisioning.token-revoked': t('{actor} revoked the SCIM token'),
    'provisioning.user-created': t('{actor} provisioned {target}'),
    'provisioning.user-updated': t('{actor} updated {target}'),
    'provisioning.user-deactivated': t('{actor} deactivated {target}'),
    'provisioning.user-reactivated': t('{actor} reactivated {target}'),
    'provisioning.user-deleted': t('{actor} deleted {target}'),
  }) satisfies Partial<Sentences>

const accountSentences = () =>
  ({
    'passkey.added': t('{actor} added the passkey {target}'),
    'passkey.renamed': t('{actor} renamed a passkey to {target}'),
    'passkey.removed': t('{actor} removed the passkey {target}'),
    'passkey.codes-made': t('{actor} created new recovery codes'),
    'identity.linked': t('{actor} linked an account at {issuer}'),
    'identity.unlinked': t('{actor} unlinked the account at {issuer}'),
    'alerts.mails-set': t('{actor} changed their mails about alerts'),
    'alerts.acknowledged': t('{actor} acknowledged an alert'),
  }) satisfies Partial<Sentences>

const integrationSentences = () =>
  ({
    'integration.created': t('{actor} created the integration {target}'),
    'integration.updated': t('{actor} changed the integration {target}'),
    'integration.secret-rotated': t('{actor} rotated the secret of the integration {target}'),
    'integration.old-secret-ended': t('{actor} ended the old secret of the integration {target}'),
    'integration.revoked': t('{actor} revoked the integration {target}'),
  }) satisfies Partial<Sentences>

const addressSentences = () =>
  ({
    'address.saved': t('{actor} saved the name {name} for the address {address}'),
    'address.removed': t('{actor} removed the name {name} of the address {address}'),
    'address.verified': t('{actor} showed payers the name {name} of the address {address}'),
    'address.unverified': t('{actor} hid the name {name} of the address {address} from payers'),
  }) satisfies Partial<Sentences>

const sandboxSentences = () =>
  ({
    'sandbox.script-changed': t('{actor} changed what the scripted end-users do'),
    'sandbox.customer-added': t('{actor} added a scripted end-user'),
    'sandbox.payment-made': t('{actor} made a payment as a scripted end-user'),
    'sandbox.tour-started': t('{actor} started a tour of the sandbox'),
    'sandbox.tour-ended': t('{actor} ended the tours of the sandbox'),
    'sandbox.receiver-connected': t('{actor} connected the sandbox’s webhook receiver'),
    'sandbox.clock-moved': t('{actor} moved the sandbox’s time forward'),
  }) satisfies Partial<Sentences>
