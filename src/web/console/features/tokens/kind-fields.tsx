import type { ReactElement, ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { sameAddress } from '#protocol/display/address.ts'
import { formatUnits } from '#protocol/money.ts'
import type { TokenOperationKind } from '#protocol/operations.ts'
import type { InspectedToken } from '#protocol/tokens.ts'
import {
  SelectField,
  TextField,
  Options,
  ChoiceList,
  CheckField,
  FieldMessage,
} from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { bindFields } from '#web/console/lib/use-schema-form.ts'
import { t, formatExact, inTypedForm, readTyped } from '#web/ui/text.ts'
import { BatchEditor } from './batch-editor.tsx'
import { PartyField } from './party-field.tsx'
import {
  type Holdings,
  readTokenAddress,
  type SendValues,
  type HeldItem,
  readLimits,
  kindNote,
  kindTitle,
  PERMISSION_KINDS,
  SENDING_KINDS,
} from './send-values.ts'
import { useTokenFacts } from './token-picker.tsx'
import { harmlessName, harmlessSymbol } from './token-requests.ts'

type KindFieldsProps = {
  form: UseFormReturn<SendValues>
  walletAddress: string
  holdings: Holdings
}

/** Fields of the chosen kind. */
export function KindFields({ form, walletAddress, holdings }: KindFieldsProps): ReactNode {
  const values = useWatch({ control: form.control, name: ['kind', 'tokenChoice', 'otherToken', 'grant'] })
  const [kind, tokenChoice, otherToken, grant] = values
  const address = readTokenAddress({ tokenChoice, otherToken })
  const token = useTokenFacts({ tokenChoice, otherToken }).data
  const held = holdings.items?.filter((item) => sameAddress(item.tokenAddress, address))
  const party = <PartyField key="party" form={form} walletAddress={walletAddress} />
  const item = (hasAmount: boolean) => <ItemFields key="item" form={form} held={held} hasAmount={hasAmount} />
  return {
    'erc20-transfer': [
      party,
      <AmountField key="of" form={form} token={token} {...readLimits(holdings, address)} />,
    ],
    'erc20-approve': [party, <AllowanceFields key="of" form={form} token={token} />],
    'erc721-transfer': [item(false), party],
    'erc1155-transfer': [item(true), party],
    'erc721-approve': [
      item(false),
      <ChoiceList
        key="of"
        legend={t('Action')}
        kind="radio"
        {...form.register('grant')}
        choices={[
          { value: 'give', label: t('Set approval'), note: t('Replaces any existing approval.') },
          {
            value: 'take',
            label: t('Revoke approval'),
            note: t('Only the wallet itself can then transfer it.'),
          },
        ]}
      />,
      grant === 'give' && party,
    ],
    'set-approval-for-all': [party, <OperatorGrantFields key="of" form={form} token={token} />],
    'erc1155-batch-transfer': [party, <BatchEditor key="of" form={form} />],
  }[kind]
}

/** Selects the kind of operation. Each kind keeps its input while another one is displayed. */
export function KindField({ form }: { form: UseFormReturn<SendValues> }): ReactElement {
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
  /** Items of the chosen token that the wallet holds. Undefined if unknown. */
  held: readonly HeldItem[] | undefined
  hasAmount: boolean
}

/** The item and its number of units. Suggests the wallet's holdings. */
function ItemFields({ form, held, hasAmount }: ItemFieldsProps) {
  const tokenId = useWatch({ control: form.control, name: 'tokenId' })
  const item = held?.find((one) => one.tokenId === tokenId.trim())
  const isMissing = held !== undefined && tokenId.trim() !== '' && item === undefined
  return (
    <div className={hasAmount ? 'grid gap-4 sm:grid-cols-2' : ''}>
      <TextField
        label={t('Token ID')}
        mono
        inputMode="numeric"
        suggestions={(held ?? []).map(({ tokenId: id }) => ({ value: id, label: id }))}
        hint={isMissing ? t('The wallet does not appear to hold this NFT.') : undefined}
        {...bindFields(form)('tokenId')}
      />
      {hasAmount && (
        <TextField
          label={t('Units')}
          mono
          inputMode="numeric"
          hint={item?.amount !== undefined && t('Balance: {amount}.', { amount: formatExact(item.amount) })}
          {...bindFields(form)('amount')}
        />
      )}
    </div>
  )
}

/**
 * Approves or revokes an operator of a whole collection. Approving shows a warning with the collection's
 * name.
 */
function OperatorGrantFields({ form, token }: Pick<AmountFieldProps, 'form' | 'token'>) {
  const grant = useWatch({ control: form.control, name: 'grant' })
  const collection = (token && (harmlessName(token) || harmlessSymbol(token))) || t('this collection')
  return (
    <div className="flex flex-col gap-3">
      <ChoiceList
        legend={t('Action')}
        kind="radio"
        {...form.register('grant')}
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

type AmountFieldProps = {
  form: UseFormReturn<SendValues>
  token: InspectedToken | undefined
  /** The wallet's balance in base units. Undefined if unknown. */
  balance: bigint | undefined
  /** The transaction's fee in the same coin, in base units. */
  fee?: bigint
}

/**
 * An amount of a coin in human units, with its exact base units. If the coin reports no decimals, the user types base
 * units.
 */
export function AmountField({ form, token, balance, fee = 0n }: AmountFieldProps): ReactElement {
  const amount = useWatch({ control: form.control, name: 'amount' })
  const isInBaseUnits = token?.decimals === null
  const decimals = token && (token.decimals ?? 0)
  const units = decimals === undefined || isInBaseUnits ? null : readTyped(amount, decimals).units
  const text = (of: bigint) => (decimals === undefined ? undefined : formatUnits(of.toString(), decimals))
  /** The fee takes the whole balance or more, so nothing can be sent. */
  const isShort = balance !== undefined && fee > 0n && balance <= fee
  const held = balance === undefined ? undefined : text(balance > fee ? balance - fee : 0n)
  return (
    <TextField
      label={t('Amount')}
      inputMode="decimal"
      suffix={token && harmlessSymbol(token)}
      error={form.formState.errors.amount?.message}
      hint={
        <>
          {isInBaseUnits && t('In base units, as a whole number: this token reports no decimals.')}{' '}
          {units !== null && t('Exactly {units} base units.', { units: String(units) })}{' '}
          {fee > 0n &&
            token !== undefined &&
            t('{fee} {symbol} stay in the wallet for the fee.', {
              fee: formatExact(text(fee) ?? ''),
              symbol: harmlessSymbol(token),
            })}{' '}
          {isShort &&
            token !== undefined &&
            t('The balance is {held} {symbol}: nothing is left to send.', {
              held: formatExact(text(balance) ?? ''),
              symbol: harmlessSymbol(token),
            })}
        </>
      }
      aside={
        held !== undefined &&
        !isShort && (
          <button
            type="button"
            className="rounded-sm text-sm text-accent-text hover:underline"
            onClick={() =>
              form.setValue('amount', inTypedForm(held), {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              })
            }
          >
            {fee > 0n
              ? t('All but the fee: {amount}', { amount: formatExact(held) })
              : t('All: {amount}', { amount: formatExact(held) })}
          </button>
        )
      }
      {...form.register('amount')}
    />
  )
}

/** The allowance of a spender. An unlimited allowance requires an extra check box. */
function AllowanceFields({ form, token }: Pick<AmountFieldProps, 'form' | 'token'>) {
  const [isUnlimited, amount] = useWatch({ control: form.control, name: ['isUnlimited', 'amount'] })
  const isWithdrawal = !isUnlimited && /^0+([.,]0*)?$/.test(amount.trim())
  return (
    <div className="flex flex-col gap-3">
      {!isUnlimited && <AmountField form={form} token={token} balance={undefined} />}
      {isWithdrawal && <p className="text-sm text-muted">{t('Zero revokes the approval.')}</p>}
      <label className="flex cursor-pointer items-center gap-3 text-sm">
        <input type="checkbox" className="size-4 accent-accent" {...form.register('isUnlimited')} />
        {t('Unlimited')}
      </label>
      {isUnlimited && (
        <Notice tone="danger" title={t('Unlimited allowance')}>
          {t('The spender can transfer all {symbol} of this wallet, now and in future.', {
            symbol: (token && harmlessSymbol(token)) || t('this token'),
          })}
        </Notice>
      )}
      <ConsentField form={form} isNeeded={isUnlimited}>
        {t('I trust the spender with this wallet’s whole balance of it.')}
      </ConsentField>
    </div>
  )
}

type ConsentFieldProps = { form: UseFormReturn<SendValues>; isNeeded: boolean; children: string }

/**
 * Check box that confirms an unlimited allowance. Also appears, with its error, if the typed amount is too large to
 * limit anything.
 */
function ConsentField({ form, isNeeded, children }: ConsentFieldProps) {
  const isUnderstood = useWatch({ control: form.control, name: 'isUnderstood' })
  const error = form.formState.errors.isUnderstood?.message
  if (!isNeeded && error === undefined) return null
  return (
    <div>
      <CheckField
        checked={isUnderstood}
        onChange={(isGiven) =>
          form.setValue('isUnderstood', isGiven, { shouldValidate: form.formState.isSubmitted })
        }
      >
        {children}
      </CheckField>
      <FieldMessage id="consent-error" error={error} />
    </div>
  )
}
