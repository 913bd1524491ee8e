import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type VaultKey, addVaultKeyRequestSchema } from '#protocol/hosted-upstream.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { IfMay } from '#web/console/components/if-may.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { displayLabel } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { VaultKeyRow } from './vault-key-row.tsx'
import { changeVaultKey, vaultQuery, addVaultKey } from './upstream-requests.ts'
import { FormDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'

/** Replaces key settings for a hosted service without them: its keys, stored encrypted on this server. */
export function VaultCard() {
  const vault = useQuery(vaultQuery())
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<VaultKey | null>(null)
  return (
    <div className="flex flex-col gap-6">
      <Notice tone="info" title={t('This service does not let its keys be managed from here')}>
        {t('Issue and revoke keys at the service. Store here those that this console may use.')}
      </Notice>
      <Card
        title={t('Vault')}
        note={t(
          'API keys of the service, encrypted with this deployment’s secret key. They are never displayed again.',
        )}
        actions={
          <IfMay route="POST /api/vault/keys">
            <Button tone="primary" icon="plus" onClick={() => setIsAdding(true)}>
              {t('Add a key')}
            </Button>
          </IfMay>
        }
        flush
      >
        <Loaded query={vault} skeleton={<SkeletonRows rows={2} label={t('Loading the vault')} />}>
          {({ keys }) => (
            <ul className="divide-y divide-line">
              {keys.map((key) => (
                <VaultKeyRow key={key.id} vaultKey={key} onRemove={() => setRemoving(key)} />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      {isAdding && <AddVaultKeyDialog onClose={() => setIsAdding(false)} />}
      {removing !== null && <RemoveVaultKeyDialog vaultKey={removing} onClose={() => setRemoving(null)} />}
    </div>
  )
}

function RemoveVaultKeyDialog({ vaultKey, onClose }: { vaultKey: VaultKey; onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      title={t('Remove this key from the vault?')}
      action={t('Remove key')}
      name={displayLabel(vaultKey.label)}
      run={() => changeVaultKey(vaultKey.id, 'remove')}
      onDone={(vault) => {
        queries.setQueryData(vaultQuery().queryKey, vault)
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('It is removed from the console only. Revoke it at the service as well.')}</p>
    </ConfirmDialog>
  )
}

function AddVaultKeyDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const { field, submit, problem, isPending } = useSchemaForm(addVaultKeyRequestSchema, {
    defaultValues: { label: '', key: '' },
    send: addVaultKey,
    onDone: (vault) => {
      queries.setQueryData(vaultQuery().queryKey, vault)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('Add a key of the service')}
      purpose={t('It is checked with a read-only request first, then stored encrypted.')}
      onClose={onClose}
      onSubmit={submit}
      problem={problem}
      action={t('Store key')}
      pending={isPending}
    >
      <TextField label={t('Name')} hint={t('A name for this key.')} autoFocus {...field('label')} />
      <TextField
        type="password"
        mono
        label={t('API key')}
        hint={t('As displayed by the service. It is not displayed here again.')}
        spellCheck={false}
        autoComplete="off"
        data-1p-ignore
        {...field('key')}
      />
    </FormDialog>
  )
}
