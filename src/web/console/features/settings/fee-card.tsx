import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import type { ResolvedToken } from '#protocol/baas/tokens.ts'
import type { FeeSettings } from '#protocol/org/organization.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { ChoiceList } from '#web/console/components/choice-list.tsx'
import { SelectField, TextField } from '#web/console/components/field.tsx'
import { IfMay } from '#web/console/components/if-may.tsx'
import { Loaded, Skeleton } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { tokenName, tokenSymbol } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { coinOf, feeFormSchema, toFeeSettings, toFormValues, type FeeFormValues } from './fee-form-values.ts'
import { FeePreview } from './fee-preview.tsx'
import { configQuery, feesQuery, setFees } from './settings-requests.ts'

/** `coins` for a fee; `null` while unknown. */
export function FeeCard({ coins }: { coins: readonly ResolvedToken[] | null }) {
  const fees = useQuery(feesQuery())
  const skeleton = (
    <div role="status" aria-busy="true" className="flex flex-col gap-3 p-4">
      <span className="sr-only">{t('Loading the fee settings')}</span>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-10 w-2/3" />
    </div>
  )
  return (
    <Card
      title={t('Transaction fee')}
      note={t(
        'Charged to the wallet in a token of your choice, for each transaction. The network’s gas is always paid by the relayer.',
      )}
      flush
    >
      <Loaded query={fees} skeleton={skeleton}>
        {(fee) => (coins === null ? skeleton : <FeeForm fee={fee} coins={coins} />)}
      </Loaded>
    </Card>
  )
}

const choices = () => [
  { value: 'no', label: t('No fee'), note: t('Transactions cost the wallet nothing.') },
  {
    value: 'yes',
    label: t('A fixed fee for each transaction'),
    note: t('Wallets need a balance of the fee token before they can be created or used.'),
  },
]

type FeeFormProps = { fee: FeeSettings; coins: readonly ResolvedToken[] }

function FeeForm({ fee, coins }: FeeFormProps) {
  const queryClient = useQueryClient()
  const schema = useMemo(() => feeFormSchema(coins), [coins])
  const form = useForm<FeeFormValues>({
    resolver: zodResolver(schema),
    defaultValues: toFormValues(fee, coins),
  })
  const { submit, problem, isPending, isSuccess } = useSubmit(form, {
    send: (values) => setFees(toFeeSettings(values, coins)),
    onDone: async (saved) => {
      queryClient.setQueryData(feesQuery().queryKey, saved)
      form.reset(toFormValues(saved, coins))
      await queryClient.invalidateQueries({ queryKey: configQuery().queryKey })
    },
    fields: {
      'fee.tokenAddress': 'tokenAddress',
      'fee.amountPerTransaction': 'amount',
      'fee.withdrawAddress': 'withdrawAddress',
    },
  })
  const isSaved = isSuccess && !form.formState.isDirty
  return (
    <form noValidate className="flex max-w-form flex-col gap-4 p-4" onSubmit={submit}>
      <ChoiceList
        legend={t('Fee')}
        kind="radio"
        choices={choices()}
        control={form.register('charges')}
        error={form.formState.errors.charges?.message}
      />
      <FeeFields form={form} coins={coins} />
      <FeePreview form={form} coins={coins} />
      <ProblemPanel error={problem} />
      <div className="flex items-center gap-3">
        <IfMay route="PUT /api/org/fees">
          <Button type="submit" tone="primary" size="md" pending={isPending}>
            {t('Save')}
          </Button>
        </IfMay>
        <span role="status" className="text-sm text-success">
          {isSaved ? t('Saved') : ''}
        </span>
      </div>
    </form>
  )
}

function FeeFields({ form, coins }: { form: UseFormReturn<FeeFormValues>; coins: readonly ResolvedToken[] }) {
  const [charges, tokenAddress] = useWatch({ control: form.control, name: ['charges', 'tokenAddress'] })
  const { errors } = form.formState
  if (charges === 'no') return null
  const coin = coinOf(coins, tokenAddress)
  return (
    <>
      <SelectField label={t('Token')} error={errors.tokenAddress?.message} {...form.register('tokenAddress')}>
        {coins.map(({ address, symbol, name }) => (
          <option key={address} value={address}>
            {tokenSymbol(symbol)} · {tokenName(name)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('Fee for each transaction')}
        inputMode="decimal"
        suffix={coin?.symbol}
        hint={
          coin &&
          t('At most {decimals, plural, one {# decimal} other {# decimals}}.', { decimals: coin.decimals })
        }
        error={errors.amount?.message}
        {...form.register('amount')}
      />
      <TextField
        label={t('Fees go to')}
        hint={t('Your address. Transactions that are already signed keep the old one.')}
        mono
        placeholder="0x"
        spellCheck={false}
        error={errors.withdrawAddress?.message}
        {...form.register('withdrawAddress')}
      />
    </>
  )
}
