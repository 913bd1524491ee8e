import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactElement } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { FEE_ENDPOINTS, type FeeSettings } from '#protocol/deployment-config.ts'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { isFeeRaised } from '#protocol/loosening.ts'
import { formatUnits } from '#protocol/money.ts'
import type { ResolvedToken } from '#protocol/tokens.ts'
import { Card, SkeletonRows } from '#web/console/components/card.tsx'
import { SaveDialog } from '#web/console/components/dialog.tsx'
import { ChoiceList, SelectField, TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { Loaded, type Query } from '#web/console/components/loaded.tsx'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'
import { orgApi } from '#web/console/lib/api.ts'
import { feesQuery, configQuery } from '#web/console/lib/calls.ts'
import { tokenName, tokenSymbol } from '#web/console/lib/display.ts'
import { focusFirstError } from '#web/console/lib/focus-first-error.ts'
import { bindFields, useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t, formatExact, inTypedForm, parseTyped, readTyped } from '#web/ui/text.ts'

/** The fee per transaction. `coins` must have the decimals of each coin, because amounts need them. */
export function FeeCard({ coins }: { coins: Query<readonly ResolvedToken[]> }): ReactElement {
  const fees = useQuery(feesQuery())
  const skeleton = <SkeletonRows rows={2} label={t('Loading the fee settings')} />
  return (
    <Card title={t('Transaction fee')} note={feeNote(fees.data)} flush>
      <Loaded query={coins} skeleton={skeleton}>
        {(list) => (
          <Loaded query={fees} skeleton={skeleton}>
            {(fee) => <FeeForm fee={fee} coins={list} />}
          </Loaded>
        )}
      </Loaded>
    </Card>
  )
}

/** Describes the current fee per transaction. */
function feeNote(fee: FeeSettings | undefined): string {
  if (fee === undefined) return t('The network’s gas is always paid by the relayer.')
  return fee === null
    ? t('No fee is charged. The network’s gas is always paid by the relayer.')
    : t('Charged to the wallet for each transaction. The network’s gas is always paid by the relayer.')
}

const choices = () => [
  { value: 'no', label: t('No fee'), note: t('Transactions cost the wallet nothing.') },
  {
    value: 'yes',
    label: t('A fixed fee for each transaction'),
    note: t('Wallets need a balance of the fee token before they can be created or used.'),
  },
]

function FeeForm({ fee, coins }: { fee: FeeSettings; coins: readonly ResolvedToken[] }) {
  const queryClient = useQueryClient()
  const [raised, setRaised] = useState<FeeSettings>(null)
  const { form, field, frame, submit, isSaved } = useSchemaForm<FeeFormValues, { fee: FeeSettings }>(
    feeFormSchema(coins),
    {
      defaultValues: toFormValues(fee, coins),
      send: (values) => orgApi.call(FEE_ENDPOINTS.setFees, { body: { fee: toFeeSettings(values, coins) } }),
      onDone: async (saved) => {
        queryClient.setQueryData(feesQuery().queryKey, saved.fee)
        form.reset(toFormValues(saved.fee, coins))
        await queryClient.invalidateQueries({ queryKey: configQuery().queryKey })
      },
      fields: {
        'fee.tokenAddress': 'tokenAddress',
        'fee.amountPerTransaction': 'amount',
        'fee.withdrawAddress': 'withdrawAddress',
      },
    },
  )
  const save = form.handleSubmit((values) => {
    const wanted = toFeeSettings(values, coins)
    return isFeeRaised(fee, wanted) ? setRaised(wanted) : submit()
  }, focusFirstError)
  return (
    <>
      <Form
        {...frame}
        onSubmit={save}
        action={t('Save')}
        button={{ access: FEE_ENDPOINTS.setFees }}
        status={isSaved ? t('Saved') : ''}
        className="max-w-form gap-4 p-4"
      >
        <ChoiceList legend={t('Fee')} kind="radio" choices={choices()} {...field('charges')} />
        <FeeFields form={form} coins={coins} />
      </Form>
      {raised !== null && (
        <RaisedFeeDialog fee={raised} coins={coins} save={submit} onClose={() => setRaised(null)} />
      )}
    </>
  )
}

type RaisedFeeDialogProps = Pick<ComponentProps<typeof SaveDialog>, 'save' | 'onClose'> & {
  fee: NonNullable<FeeSettings>
  coins: readonly ResolvedToken[]
}

/** Asks before saving a fee that takes more from wallets or is sent to another address. */
function RaisedFeeDialog({ fee, coins, ...dialog }: RaisedFeeDialogProps) {
  const coin = findCoin(coins, fee.tokenAddress)
  if (coin === undefined) return null
  const amount = formatFee(BigInt(fee.amountPerTransaction), coin)
  const receiver = checksum(fee.withdrawAddress)
  return (
    <SaveDialog
      title={t('Charge this fee?')}
      purpose={
        <span className="[overflow-wrap:anywhere]">
          {t(
            'From now on each transaction costs the wallet {fee}, paid to {receiver}. No policy limits the fee. Administrators get an alert.',
            { fee: amount, receiver },
          )}
        </span>
      }
      action={t('Save')}
      {...dialog}
    />
  )
}

type FeeFieldsProps = { form: UseFormReturn<FeeFormValues>; coins: readonly ResolvedToken[] }

/** The fields of a fee, and the effect of the typed fee on wallets and the organization. */
function FeeFields({ form, coins }: FeeFieldsProps) {
  const [charges, tokenAddress, amount] = useWatch({
    control: form.control,
    name: ['charges', 'tokenAddress', 'amount'],
  })
  const coin = findCoin(coins, tokenAddress)
  const effects = <Effects lines={charges === 'no' ? freeLines() : chargedLines(amount, coin)} />
  if (charges === 'no') return effects
  return (
    <>
      <SelectField
        label={t('Token')}
        options={coins.map(({ address, symbol, name }) => ({
          value: address,
          label: `${tokenSymbol(symbol)} · ${tokenName(name)}`,
        }))}
        {...bindFields(form)('tokenAddress')}
      />
      <TextField
        label={t('Fee for each transaction')}
        inputMode="decimal"
        suffix={coin?.symbol}
        hint={
          coin &&
          t('At most {decimals, plural, one {# decimal} other {# decimals}}.', { decimals: coin.decimals })
        }
        {...bindFields(form)('amount')}
      />
      <TextField
        label={t('Fees go to')}
        hint={t('Your address. Transactions that are already signed keep the old one.')}
        mono
        placeholder="0x"
        {...bindFields(form)('withdrawAddress')}
      />
      {effects}
    </>
  )
}

function Effects({ lines }: { lines: string[] | null }) {
  if (lines === null) return null
  return (
    <section
      aria-label={t('What this means')}
      className="rounded-md border border-line bg-canvas p-3 text-sm"
    >
      <h3 className="font-medium">{t('What this means')}</h3>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-4 text-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function freeLines(): string[] {
  return [
    t('Creating a wallet costs nothing, and the new wallet needs no balance.'),
    t('A transaction costs the wallet nothing. You pay its gas.'),
  ]
}

function chargedLines(amount: string, coin: ResolvedToken | undefined): string[] | null {
  const units = coin && readTyped(amount, coin.decimals).units
  if (!coin || !units) return null
  const fee = formatFee(units, coin)
  return [
    t(
      'Creating a wallet costs nothing, but is refused until the new wallet’s address holds {fee}: enough for its first transaction.',
      { fee },
    ),
    t('Each transaction costs the wallet {fee}, charged with the call and only if it succeeds.', { fee }),
    t('You receive {fee} for {count} transactions. You still pay the gas.', {
      count: '100',
      fee: formatFee(100n * units, coin),
    }),
  ]
}

/** Formats base units as an amount with the symbol. */
function formatFee(units: bigint, { decimals, symbol }: ResolvedToken): string {
  return `${formatExact(formatUnits(units, decimals))} ${tokenSymbol(symbol)}`
}

/** Schema of the form. The amount is in human units and is converted to base units when sent. */
export function feeFormSchema(coins: readonly ResolvedToken[]): z.ZodMiniType<FeeFormValues, FeeFormValues> {
  return z.discriminatedUnion('charges', [
    z.object({
      charges: z.literal('no'),
      tokenAddress: z.string(),
      amount: z.string(),
      withdrawAddress: z.string(),
    }),
    z
      .object({
        charges: z.literal('yes'),
        tokenAddress: z.string().check(z.minLength(1, { error: () => t('choose the fee token') })),
        amount: z.string(),
        withdrawAddress: addressInputSchema,
      })
      .check(
        z.superRefine(({ tokenAddress, amount, withdrawAddress }, context) => {
          const refuse = (field: string, message: string | null, input: string) =>
            message !== null && context.addIssue({ code: 'custom', path: [field], message, input })
          refuse('amount', amountProblem(amount, findCoin(coins, tokenAddress)), amount)
          refuse('withdrawAddress', receiverProblem(withdrawAddress, tokenAddress), withdrawAddress)
        }),
      ),
  ])
}

export type FeeFormValues = {
  charges: 'no' | 'yes'
  tokenAddress: string
  amount: string
  withdrawAddress: string
}

function findCoin(coins: readonly ResolvedToken[], address: string): ResolvedToken | undefined {
  return coins.find((coin) => sameAddress(coin.address, address))
}

function amountProblem(amount: string, coin: ResolvedToken | undefined): string | null {
  if (coin === undefined) return null
  const { units, problem } = readTyped(amount, coin.decimals)
  return units === 0n ? t('must be more than zero') : problem
}

/** Receivers that would lose the fees: the zero address and the token's own contract. */
function receiverProblem(address: string, tokenAddress: string): string | null {
  if (sameAddress(address, ZERO_ADDRESS)) return t('must not be the zero address: fees would be lost')
  if (sameAddress(address, tokenAddress)) return t('must not be the token’s own contract: fees would be lost')
  return null
}

export function toFormValues(fee: FeeSettings, coins: readonly ResolvedToken[]): FeeFormValues {
  if (fee === null)
    return { charges: 'no', tokenAddress: coins[0]?.address ?? '', amount: '', withdrawAddress: '' }
  const coin = findCoin(coins, fee.tokenAddress)
  return {
    charges: 'yes',
    tokenAddress: coin?.address ?? '',
    amount: coin === undefined ? '' : inTypedForm(formatUnits(fee.amountPerTransaction, coin.decimals)),
    withdrawAddress: checksum(fee.withdrawAddress),
  }
}

export function toFeeSettings(values: FeeFormValues, coins: readonly ResolvedToken[]): FeeSettings {
  if (values.charges === 'no') return null
  const coin = findCoin(coins, values.tokenAddress)
  if (coin === undefined) throw new Error('the form offers listed coins alone')
  return {
    tokenAddress: values.tokenAddress,
    amountPerTransaction: parseTyped(values.amount, coin.decimals).toString(),
    withdrawAddress: values.withdrawAddress,
  }
}
