import { useWatch, type UseFormReturn } from 'react-hook-form'
import { sameAddress } from '#protocol/display/address.ts'
import { SelectField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { AllowanceFields, AmountField } from './amount-fields.tsx'
import { BatchEditor } from './batch-editor.tsx'
import { ItemGrantField, OperatorGrantFields, ItemFields } from './item-fields.tsx'
import { sumsOf, type Holdings } from './holdings.ts'
import { PartyField } from './party-field.tsx'
import { kindNote, kindTitle, PERMISSION_KINDS, SENDING_KINDS } from './send-kinds.ts'
import { tokenOf, type SendValues } from './send-values.ts'
import { useTokenFacts } from './token-picker.tsx'
import type { ListedToken } from './tokens-table.tsx'

type KindFieldsProps = {
  form: UseFormReturn<SendValues>
  tokens: readonly ListedToken[]
  walletAddress: string
  holdings: Holdings
}

/** The fields of the chosen kind. */
export function KindFields({ form, tokens, walletAddress, holdings }: KindFieldsProps) {
  const values = useWatch({ control: form.control, name: ['kind', 'tokenChoice', 'otherToken', 'grant'] })
  const [kind, tokenChoice, otherToken, grant] = values
  const address = tokenOf({ tokenChoice, otherToken })
  const token = useTokenFacts({ tokenChoice, otherToken }).data
  const held = holdings.items?.filter((item) => sameAddress(item.tokenAddress, address))
  const party = <PartyField form={form} walletAddress={walletAddress} tokens={tokens} />
  switch (kind) {
    case 'erc20-transfer':
      return (
        <>
          {party}
          <AmountField form={form} token={token} {...sumsOf(holdings, address)} />
        </>
      )
    case 'erc20-approve':
      return (
        <>
          {party}
          <AllowanceFields form={form} token={token} />
        </>
      )
    case 'erc721-transfer':
    case 'erc1155-transfer':
      return (
        <>
          <ItemFields form={form} held={held} hasAmount={kind === 'erc1155-transfer'} />
          {party}
        </>
      )
    case 'erc721-approve':
      return (
        <>
          <ItemFields form={form} held={held} hasAmount={false} />
          <ItemGrantField form={form} />
          {grant === 'give' && party}
        </>
      )
    case 'set-approval-for-all':
      return (
        <>
          {party}
          <OperatorGrantFields form={form} token={token} />
        </>
      )
    case 'erc1155-batch-transfer':
      return (
        <>
          {party}
          <BatchEditor form={form} />
        </>
      )
  }
}

/** The kind of operation. Each kind's input is preserved while another is displayed. */
export function KindField({ form }: { form: UseFormReturn<SendValues> }) {
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <SelectField
      label={t('What do you want to do?')}
      hint={kindNote(kind)}
      {...form.register('kind', {
        onChange: () => {
          form.clearErrors()
          form.setValue('isUnderstood', false)
        },
      })}
    >
      <optgroup label={t('Send')}>
        {SENDING_KINDS.map((one) => (
          <option key={one} value={one}>
            {kindTitle(one)}
          </option>
        ))}
      </optgroup>
      <optgroup label={t('Permissions')}>
        {PERMISSION_KINDS.map((one) => (
          <option key={one} value={one}>
            {kindTitle(one)}
          </option>
        ))}
      </optgroup>
    </SelectField>
  )
}
