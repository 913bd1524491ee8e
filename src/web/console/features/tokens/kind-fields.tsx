import { useWatch, type UseFormReturn } from 'react-hook-form'
import { sameAddress } from '#protocol/display/address.ts'
import { SelectField, TextField, Options, ChoiceList } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { formatExact } from '#web/ui/typed-amount.ts'
import { AllowanceFields, AmountField, ConsentField } from './amount-fields.tsx'
import { BatchEditor } from './batch-editor.tsx'
import {
  type Holdings,
  tokenOf,
  type SendValues,
  type HeldItem,
  sumsOf,
  kindNote,
  kindTitle,
  PERMISSION_KINDS,
  SENDING_KINDS,
} from './send-values.ts'
import { PartyField } from './party-field.tsx'
import { useTokenFacts } from './token-picker.tsx'
import { harmlessName, harmlessSymbol } from './token-requests.ts'
import { useId } from 'react'
import type { InspectedToken } from '#protocol/tokens.ts'
import { Notice } from '#web/console/components/notice.tsx'
import type { TokenOperationKind } from '#protocol/operations.ts'
import { fieldOf } from '#web/console/lib/use-schema-form.ts'

type KindFieldsProps = {
  form: UseFormReturn<SendValues>
  walletAddress: string
  holdings: Holdings
}

/** The fields of the chosen kind. */
export function KindFields({ form, walletAddress, holdings }: KindFieldsProps) {
  const values = useWatch({ control: form.control, name: ['kind', 'tokenChoice', 'otherToken', 'grant'] })
  const [kind, tokenChoice, otherToken, grant] = values
  const address = tokenOf({ tokenChoice, otherToken })
  const token = useTokenFacts({ tokenChoice, otherToken }).data
  const held = holdings.items?.filter((item) => sameAddress(item.tokenAddress, address))
  const party = <PartyField key="party" form={form} walletAddress={walletAddress} />
  const item = (hasAmount: boolean) => <ItemFields key="item" form={form} held={held} hasAmount={hasAmount} />
  return {
    'erc20-transfer': [
      party,
      <AmountField key="of" form={form} token={token} {...sumsOf(holdings, address)} />,
    ],
    'erc20-approve': [party, <AllowanceFields key="of" form={form} token={token} />],
    'erc721-transfer': [item(false), party],
    'erc1155-transfer': [item(true), party],
    'erc721-approve': [item(false), <ItemGrantField key="of" form={form} />, grant === 'give' && party],
    'set-approval-for-all': [party, <OperatorGrantFields key="of" form={form} token={token} />],
    'erc1155-batch-transfer': [party, <BatchEditor key="of" form={form} />],
  }[kind]
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
        <Options options={SENDING_KINDS.map(kindOption)} />
      </optgroup>
      <optgroup label={t('Permissions')}>
        <Options options={PERMISSION_KINDS.map(kindOption)} />
      </optgroup>
    </SelectField>
  )
}

const kindOption = (value: TokenOperationKind) => ({ value, label: kindTitle(value) })

type ItemFieldsProps = {
  form: UseFormReturn<SendValues>
  /** Of the chosen token; `undefined` if unknown. */
  held: readonly HeldItem[] | undefined
  hasAmount: boolean
}

/** The item, and how many units of it. Suggests the wallet's holdings. */
function ItemFields({ form, held, hasAmount }: ItemFieldsProps) {
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
        hint={isMissing ? t('The wallet does not appear to hold this NFT.') : undefined}
        {...fieldOf(form)('tokenId')}
      />
      <datalist id={listId}>
        <Options options={(held ?? []).map(({ tokenId: id }) => ({ value: id, label: id }))} />
      </datalist>
      {hasAmount && (
        <TextField
          label={t('Units')}
          mono
          inputMode="numeric"
          hint={item?.amount !== undefined && t('Balance: {amount}.', { amount: formatExact(item.amount) })}
          {...fieldOf(form)('amount')}
        />
      )}
    </div>
  )
}

type GrantFieldsProps = { form: UseFormReturn<SendValues> }

/** Whether the approval of one item is given or cleared. */
function ItemGrantField({ form }: GrantFieldsProps) {
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
function OperatorGrantFields({ form, token }: GrantFieldsProps & { token: InspectedToken | undefined }) {
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
