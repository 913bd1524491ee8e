import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { SCIM_TOKEN_ENDPOINTS, type Scim } from '#protocol/console/scim-endpoints.ts'
import { DialogButton } from '#web/console/components/button.tsx'
import { Card, SkeletonRows } from '#web/console/components/card.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { AskButton } from '#web/console/components/dialog.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { RotateSecret } from '#web/console/components/rotate-secret.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { displayName } from '#web/console/lib/display.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'

const scimQuery = () => consoleApi.query(['scim'], SCIM_TOKEN_ENDPOINTS.getScim)

/** The token with which the organization's identity provider adds and removes members. */
export function ScimCard(): ReactElement {
  const scim = useQuery(scimQuery())
  return (
    <Card
      title={t('Provisioning (SCIM)')}
      note={t(
        'Your identity provider, such as Okta or Entra ID, invites members as readers, and removes them. Owners and admins give other roles in Members.',
      )}
    >
      <Loaded query={scim} skeleton={<SkeletonRows rows={3} label={t('Loading the provisioning')} />}>
        {(data) => <ScimDetails scim={data} />}
      </Loaded>
    </Card>
  )
}

function ScimDetails({ scim }: { scim: Scim }) {
  const { baseUrl, canMail, token } = scim
  return (
    <div className="flex flex-col gap-4">
      {!canMail && (
        <Notice tone="warning" title={t('This deployment has no mail server')}>
          {t('People cannot get their invitations. The identity provider can only remove members.')}
        </Notice>
      )}
      <Facts facts={scimFacts(scim)} />
      <div className="flex flex-wrap gap-2">
        <DialogButton
          access={SCIM_TOKEN_ENDPOINTS.createScimToken}
          tone={token === null ? 'primary' : 'secondary'}
          dialog={(close) => (
            <CreateTokenDialog baseUrl={baseUrl} replaces={token !== null} onClose={close} />
          )}
        >
          {token === null ? t('Create token') : t('Replace token')}
        </DialogButton>
        {token !== null && (
          <AskButton
            access={SCIM_TOKEN_ENDPOINTS.revokeScimToken}
            silent
            question={{
              title: t('Revoke the SCIM token?'),
              purpose: t(
                'The identity provider can no longer remove members who leave. Members stay, and its open invitations end.',
              ),
              action: t('Revoke token'),
            }}
            change={() => consoleApi.call(SCIM_TOKEN_ENDPOINTS.revokeScimToken)}
            list={scimQuery().queryKey}
          >
            {t('Revoke token')}
          </AskButton>
        )}
      </div>
    </div>
  )
}

function scimFacts({ baseUrl, token, activeUsers, pendingUsers }: Scim) {
  return {
    [t('Base URL')]: (
      <span className="inline-flex min-w-0 items-center gap-1">
        <code className="min-w-0 font-mono text-sm break-all">{baseUrl}</code>
        <CopyButton text={baseUrl} what={t('Base URL')} />
      </span>
    ),
    [t('Token')]: token !== null && (
      <>
        <span className="font-mono text-sm">{token.start}…</span>
        <span className="block text-sm text-muted [overflow-wrap:anywhere]">
          <Rich
            text="created {when} by {name}"
            parts={{
              when: <TimeAgo datetime={token.createdAtDatetime} />,
              name: displayName(token.createdBy),
            }}
          />
        </span>
      </>
    ),
    [t('Last used')]:
      token !== null &&
      (token.lastUsedAtDatetime === null ? t('Never') : <TimeAgo datetime={token.lastUsedAtDatetime} />),
    [t('Provisioned people')]:
      activeUsers > 0 &&
      t('{users, plural, one {# person} other {# people}}, {pending} of them not joined yet', {
        users: activeUsers,
        pending: pendingUsers,
      }),
  }
}

type CreateTokenProps = { baseUrl: string; replaces: boolean; onClose: () => void }

/** Creates or replaces the token, and shows it once. */
function CreateTokenDialog({ baseUrl, replaces, onClose }: CreateTokenProps) {
  return (
    <RotateSecret
      title={replaces ? t('Replace the SCIM token?') : t('Create a SCIM token')}
      purpose={
        replaces
          ? t('The present token ends at once. Enter the new one at the identity provider.')
          : t('Whoever has the token can invite readers and remove members, but never the last owner.')
      }
      action={replaces ? t('Replace token') : t('Create token')}
      tone={replaces ? 'danger' : 'primary'}
      warnings={() => null}
      send={(_, idempotencyKey) => consoleApi.call(SCIM_TOKEN_ENDPOINTS.createScimToken, { idempotencyKey })}
      secret={({ secret }, onDone) => (
        <SecretDialog title={t('Your SCIM token')} what={t('SCIM token')} secret={secret} onDone={onDone}>
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            {t('Enter it at the identity provider, with the base URL {url}.', { url: baseUrl })}
          </p>
        </SecretDialog>
      )}
      list={scimQuery().queryKey}
      onClose={onClose}
    />
  )
}
