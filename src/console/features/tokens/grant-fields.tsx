import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { InspectedToken } from '#shared/org/tokens.ts'
import { ChoiceList } from '#console/components/choice-list.tsx'
import { Notice } from '#console/components/notice.tsx'
import { t } from '#console/lib/text.ts'
import { ConsentField } from './amount-fields.tsx'
import type { SendValues } from './send-values.ts'
import { harmlessName, harmlessSymbol } from './token-names.ts'

type GrantFieldsProps = { form: UseFormReturn<SendValues> }

/** Whether the right over one item is given or cleared. */
export function ItemGrantField({ form }: GrantFieldsProps) {
  return (
    <ChoiceList
      legend={t('What changes')}
      kind="radio"
      control={form.register('grant')}
      choices={[
        { value: 'give', label: t('Give the right'), note: t('Whoever had it before loses it.') },
        {
          value: 'take',
          label: t('Clear the right'),
          note: t('Nobody but the wallet can move the item then.'),
        },
      ]}
    />
  )
}

/** Whether an operator over a whole collection is let in or sent away. Letting in is warned of, with the collection's name. */
export function OperatorGrantFields({
  form,
  token,
}: GrantFieldsProps & { token: InspectedToken | undefined }) {
  const grant = useWatch({ control: form.control, name: 'grant' })
  const collection = (token && (harmlessName(token) || harmlessSymbol(token))) || t('this collection')
  return (
    <div className="flex flex-col gap-3">
      <ChoiceList
        legend={t('What changes')}
        kind="radio"
        control={form.register('grant')}
        choices={[
          { value: 'give', label: t('Let the operator in') },
          { value: 'take', label: t('Send the operator away'), note: t('Everything else stays as it is.') },
        ]}
      />
      {grant === 'give' && (
        <Notice tone="danger" title={t('Every item of {collection}', { collection })}>
          {t(
            'The operator can move all items of {collection} that this wallet holds, now and later, until you send the operator away.',
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
