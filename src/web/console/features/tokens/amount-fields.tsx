import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { InspectedToken } from '#protocol/tokens.ts'
import { formatUnits, MoneyError } from '#protocol/money.ts'
import { CheckField, FieldMessage, TextField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { t } from '#web/ui/text.ts'
import { formatExact, inTypedForm, parseTyped } from '#web/ui/typed-amount.ts'
import type { SendValues } from './send-values.ts'
import { harmlessSymbol } from './token-requests.ts'

type AmountFieldProps = {
  form: UseFormReturn<SendValues>
  token: InspectedToken | undefined
  /** The wallet's balance, in base units, if known. */
  balance: bigint | undefined
  /** The transaction's fee in the same coin, in base units. */
  fee?: bigint
}

/** An amount of a coin in human units, with its exact integer. */
export function AmountField({ form, token, balance, fee = 0n }: AmountFieldProps) {
  const amount = useWatch({ control: form.control, name: 'amount' })
  const decimals = token?.decimals ?? undefined
  const units = decimals === undefined ? undefined : unitsOf(amount, decimals)
  const text = (of: bigint) => (decimals === undefined ? undefined : formatUnits(of.toString(), decimals))
  /** The fee takes the whole balance, or more: nothing can be sent. */
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
          {units !== undefined && t('Exactly {units} base units.', { units })}{' '}
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
              : t('All of {amount}', { amount: formatExact(held) })}
          </button>
        )
      }
      {...form.register('amount')}
    />
  )
}

function unitsOf(amount: string, decimals: number): string | undefined {
  try {
    return parseTyped(amount, decimals).toString()
  } catch (error) {
    if (error instanceof MoneyError) return undefined
    throw error
  }
}

type AllowanceFieldsProps = Omit<AmountFieldProps, 'balance' | 'fee'>

/** A spender's allowance. Unlimited requires an extra check box. */
export function AllowanceFields({ form, token }: AllowanceFieldsProps) {
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

/** The extra check box. Also for a typed number too large to be meant as a limit. */
export function ConsentField({ form, isNeeded, children }: ConsentFieldProps) {
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
