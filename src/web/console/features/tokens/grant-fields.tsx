import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { InspectedToken } from '#protocol/org/tokens.ts'
import { ChoiceList } from '#web/console/components/choice-list.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { t } from '#web/ui/text.ts'
import { ConsentField } from './amount-fields.tsx'
import type { SendValues } from './send-values.ts'
import { harmlessName, harmlessSymbol } from './token-names.ts'

type GrantFieldsProps = { form: UseFormReturn<SendValues> }

/** Whether the right over one item is given or cleared. */
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
