import { useId } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { groupDigits } from '#protocol/money.ts'
import type { InspectedToken } from '#protocol/org/tokens.ts'
import { ChoiceList } from '#web/console/components/choice-list.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { t } from '#web/ui/text.ts'
import { ConsentField } from './amount-fields.tsx'
import type { HeldItem } from './holdings.ts'
import type { SendValues } from './send-values.ts'
import { harmlessName, harmlessSymbol } from './token-names.ts'

type ItemFieldsProps = {
  form: UseFormReturn<SendValues>
  /** Of the chosen token; `undefined` if unknown. */
  held: readonly HeldItem[] | undefined
  hasAmount: boolean
}

/** The item, and how many units of it. Suggests the wallet's holdings. */
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

type GrantFieldsProps = { form: UseFormReturn<SendValues> }

/** Whether the approval of one item is given or cleared. */
export function ItemGrantField({ form }: GrantFieldsProps) {
  return (
    <ChoiceList
      legend={t('Action')}
      kind="radio"
      control={form.register('grant')}
      choices={[
        { value: 'give', label: t('Set approval'), note: t('Replaces any existing approval.') },
        {
          value: 'take',
          label: t('Revoke approval'),
          note: t('Only the wallet itself can then transfer it.'),
        },
      ]}
    />
  )
}

/** Approves or revokes an operator of a whole collection. Approval has a warning with the collection's name. */
export function OperatorGrantFields({
  form,
  token,
}: GrantFieldsProps & { token: InspectedToken | undefined }) {
  const grant = useWatch({ control: form.control, name: 'grant' })
  const collection = (token && (harmlessName(token) || harmlessSymbol(token))) || t('this collection')
  return (
    <div className="flex flex-col gap-3">
      <ChoiceList
        legend={t('Action')}
        kind="radio"
        control={form.register('grant')}
        choices={[
          { value: 'give', label: t('Grant access') },
          { value: 'take', label: t('Revoke access'), note: t('Nothing else changes.') },
        ]}
      />
      {grant === 'give' && (
        <Notice tone="danger" title={t('All NFTs of {collection}', { collection })}>
          {t(
            'The operator can transfer all NFTs of {collection} in this wallet, now and in future, until you revoke access.',
            { collection },
          )}
        </Notice>
      )}
      <ConsentField form={form} isNeeded={grant === 'give'}>
        {t('I trust the operator with the whole collection.')}
      </ConsentField>
    </div>
  )
}
