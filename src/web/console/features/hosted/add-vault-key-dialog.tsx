import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { addVaultKeyRequestSchema, type AddVaultKeyRequest } from '#protocol/org/vault.ts'
import { FormDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { addVaultKey, vaultQuery } from './vault-requests.ts'

export function AddVaultKeyDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm<AddVaultKeyRequest>({
    resolver: zodResolver(addVaultKeyRequestSchema),
    defaultValues: { label: '', key: '' },
  })
  const { errors } = form.formState
  const { submit, problem, isPending } = useSubmit(form, {
    send: addVaultKey,
    onDone: (vault) => {
      queries.setQueryData(vaultQuery().queryKey, vault)
      onClose()
    },
    fields: { label: 'label', key: 'key' },
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
      <TextField
        label={t('Name')}
        hint={t('A name for this key.')}
        error={errors.label?.message}
        autoFocus
        {...form.register('label')}
      />
      <TextField
        type="password"
        mono
        label={t('API key')}
        hint={t('As displayed by the service. It is not displayed here again.')}
        error={errors.key?.message}
        spellCheck={false}
        autoComplete="off"
        data-1p-ignore
        {...form.register('key')}
      />
    </FormDialog>
  )
}
