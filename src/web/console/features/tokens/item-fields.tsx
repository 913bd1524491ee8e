import { useId } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { groupDigits } from '#protocol/money.ts'
import { TextField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import type { HeldItem } from './holdings.ts'
import type { SendValues } from './send-values.ts'

type ItemFieldsProps = {
  form: UseFormReturn<SendValues>
  /** Of the chosen token; `undefined` where nobody knows. */
  held: readonly HeldItem[] | undefined
  hasAmount: boolean
}

/** Which item, and how many units of it. What the wallet holds is offered while one types. */
export function ItemFields({ form, held, hasAmount }: ItemFieldsProps) {
  const listId = useId()
  const tokenId = useWatch({ control: form.control, name: 'tokenId' })
  const item = held?.find((one) => one.tokenId === tokenId.trim())
  const isMissing = held !== undefined && tokenId.trim() !== '' && item === undefined
  return (
    <div className={hasAmount ? 'grid gap-4 sm:grid-cols-2' : ''}>
      <TextField
        label={t('Token id')}
        mono
        inputMode="numeric"
        list={listId}
        error={form.formState.errors.tokenId?.message}
        hint={isMissing ? t('The wallet does not appear to hold this NFT.') : undefined}
        {...form.register('tokenId')}
      />
      <datalist id={listId}>
        {held?.map((one) => (
          <option key={one.tokenId} value={one.tokenId}>
            {one.tokenId}
          </option>
        ))}
      </datalist>
      {hasAmount && (
        <TextField
          label={t('Units')}
          mono
          inputMode="numeric"
          hint={item?.amount !== undefined && t('Balance: {amount}.', { amount: groupDigits(item.amount) })}
          error={form.formState.errors.amount?.message}
          {...form.register('amount')}
        />
      )}
    </div>
  )
}
