import type { ComponentProps } from 'react'
import {
  API_KEY_ENDPOINTS,
  type ApiKey,
  type IssuedApiKey,
  updateApiKeyRequestSchema,
} from '#protocol/api-keys.ts'
import { orgApi } from '#web/console/lib/api.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { RotateSecret, SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { keyLabel, isExposed, isInUse, KeyStart, useIsOwnKey } from './key-marks.tsx'
import { apiKeysQuery, updateApiKey } from './api-key-requests.ts'
import { ConfirmButton, FormDialog } from '#web/console/components/dialog.tsx'
import { Rich, TimeAgo } from '#web/console/components/values.tsx'
import * as z from 'zod/mini'
import { TextField } from '#web/console/components/field.tsx'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { FirstRequest } from './quickstart.tsx'
import { ScopePicker } from './scope-picker.tsx'

const HOUR = 3_600

type RotateApiKeyProps = { apiKey: ApiKey; onClose: () => void; onRotated?: (issued: IssuedApiKey) => void }

export function RotateApiKey({ apiKey, onClose, onRotated }: RotateApiKeyProps) {
  const label = keyLabel(apiKey)
  const exposed = isExposed(apiKey, useNow())
  return (
    <RotateSecret
      title={t('Rotate “{label}”', { label })}
      purpose={t('A new secret with the same rights. Both work until the grace period ends.')}
      action={t('Rotate key')}
      grace={{
        hint: t('How long the old secret keeps working. The key’s own expiry may come first.'),
        longestSeconds: 30 * 24 * HOUR,
        initialSeconds: exposed ? HOUR : 24 * HOUR,
      }}
      warnings={(graceSeconds) =>
        exposed &&
        graceSeconds > HOUR && (
          <Notice tone="warning">{t('Anyone who has the exposed secret can use it until then.')}</Notice>
        )
      }
      send={(graceSeconds, idempotencyKey) =>
        orgApi.call(API_KEY_ENDPOINTS.rotateApiKey, {
          params: { keyId: apiKey.id },
          body: { graceSeconds },
          idempotencyKey,
        })
      }
      secret={(issued, onDone) => (
        <SecretDialog
          title={t('The new secret of “{label}”', { label })}
          what={t('API key')}
          secret={issued.secret}
          onDone={onDone}
        >
          <FirstRequest issued={issued}>
            {t(
              'It has the same scopes, IP list and limit as the old key. Replace the old secret before the grace period ends.',
            )}
          </FirstRequest>
        </SecretDialog>
      )}
      list={apiKeysQuery().queryKey}
      onRotated={onRotated}
      onClose={onClose}
    />
  )
}

type RevokeButtonProps = { apiKey: ApiKey } & Pick<ComponentProps<typeof ConfirmButton>, 'of' | 'button'>

export function RevokeButton({ apiKey, ...button }: RevokeButtonProps) {
  const nowMs = useNow()
  return (
    <ConfirmButton
      {...button}
      label={t('Revoke')}
      title={t('Revoke this API key?')}
      action={t('Revoke key')}
      name={keyLabel(apiKey)}
      run={() => orgApi.call(API_KEY_ENDPOINTS.revokeApiKey, { params: { keyId: apiKey.id } })}
      list={apiKeysQuery().queryKey}
    >
      <p>
        <Rich
          text="Requests with {key} are refused immediately. This cannot be undone."
          parts={{ key: <KeyStart apiKey={apiKey} /> }}
        />
      </p>
      {apiKey.lastUsedAtDatetime !== null && isInUse(apiKey, nowMs) && (
        <Notice tone="warning" title={t('This key is in use')}>
          <Rich
            text="Last request {when}. Switch its callers to another key first."
            parts={{ when: <TimeAgo datetime={apiKey.lastUsedAtDatetime} /> }}
          />
        </Notice>
      )}
    </ConfirmButton>
  )
}

const formSchema = () =>
  z.object({
    label: z.nonoptional(updateApiKeyRequestSchema.shape.label),
    scopes: z.nonoptional(updateApiKeyRequestSchema.shape.scopes),
    limit: z.string().check(z.trim(), z.regex(/^[0-9]{0,9}$/, t('must be a whole number'))),
  })
/** The name, the scopes and the limit of a key; its expiry never changes. The console's own key keeps its scopes. */
export function EditApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const isOwn = useIsOwnKey(apiKey.id)
  const { form, field, frame } = useSchemaForm(formSchema(), {
    defaultValues: {
      label: apiKey.label,
      scopes: apiKey.scopes,
      limit: apiKey.requestsPerMinute?.toString() ?? '',
    },
    send: ({ label, scopes, limit }) =>
      updateApiKey(apiKey.id, {
        label,
        ...(scopes.toSorted().join() !== apiKey.scopes.toSorted().join() && { scopes }),
        ...(apiKey.requestsPerMinute !== undefined && {
          requestsPerMinute: limit.trim() === '' ? null : Number(limit),
        }),
      }),
    refetch: apiKeysQuery().queryKey,
    onDone: onClose,
    fields: { requestsPerMinute: 'limit' },
  })
  return (
    <FormDialog
      title={t('Edit the API key')}
      purpose={t('Changes take effect immediately: requests that need a removed scope are refused.')}
      onClose={onClose}
      size="md"
      {...frame}
      action={t('Save')}
    >
      <TextField label={t('Name')} autoFocus {...field('label')} />
      {!isOwn && (
        <ScopePicker
          {...field('scopes')}
          onPick={(picked) => form.setValue('scopes', picked, { shouldValidate: true, shouldDirty: true })}
        />
      )}
      {apiKey.requestsPerMinute !== undefined && (
        <TextField
          label={t('Requests per minute')}
          hint={t(
            'Leave empty for the deployment’s limit. Requests above the limit are refused until the minute ends.',
          )}
          optional
          inputMode="numeric"
          {...field('limit')}
        />
      )}
    </FormDialog>
  )
}
