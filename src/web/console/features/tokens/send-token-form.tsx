import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useWatch, type FieldErrors, type UseFormReturn } from 'react-hook-form'
import { addressSchema } from '#protocol/fields.ts'
import type { PreparedCall } from '#protocol/prepare.ts'
import type { InspectedToken } from '#protocol/tokens.ts'
import type { TokenCall } from '#protocol/widget-call.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { Button } from '#web/console/components/button.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { describeProblem } from '#web/console/lib/describe-problem.ts'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { callOfValues, type SendProblem } from './call-of-values.ts'
import { inspectTokenQuery, listedTokensQuery } from './token-requests.ts'
import { type Holdings, OTHER_TOKEN, tokenOf, valuesOfQuery, type SendValues, sumsOf } from './send-values.ts'
import { KindField, KindFields } from './kind-fields.tsx'
import { prepareCall, SEND_FIELDS } from './prepare-call.ts'
import { TokenPicker, tokensOfKind } from './token-picker.tsx'
import type { ListedToken } from './tokens-table.tsx'

/** A prepared call that is not signed yet. */
export type PreparedSend = { call: TokenCall; prepared: PreparedCall; token: InspectedToken }

type SendTokenFormProps = {
  walletAddress: string
  /** The initial values from a link. */
  query: URLSearchParams
  holdings: Holdings
  onPrepared: (send: PreparedSend) => void
}

/** The form for a transfer or an approval, in human units, which has it prepared. Nothing is signed here. */
export function SendTokenForm(props: SendTokenFormProps) {
  const tokens = useQuery(listedTokensQuery())
  return (
    <Loaded query={tokens} skeleton={<SkeletonRows rows={4} label={t('Loading the tokens')} />}>
      {(list) => <LoadedForm {...props} tokens={list} />}
    </Loaded>
  )
}

function LoadedForm({
  walletAddress,
  query,
  holdings,
  onPrepared,
  tokens,
}: SendTokenFormProps & { tokens: readonly ListedToken[] }) {
  const queryClient = useQueryClient()
  const lookUp = (address: string) => queryClient.fetchQuery(inspectTokenQuery(address))
  const form = useForm<SendValues>({
    defaultValues: withListedToken(valuesOfQuery(query), tokens),
    resolver: async (values) => {
      const problems = await findProblems(values, lookUp, holdings)
      return problems.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf(problems) }
    },
  })
  useTokenOfKind(form, tokens)
  const { submit, problem, isPending } = useSubmit(form, {
    send: async (values) => {
      const token = await lookUp(tokenOf(values))
      const checked = callOfValues(values, { token, ...sumsOf(holdings, tokenOf(values)) })
      if (!checked.ok) throw new Error('the form was checked before')
      return {
        call: checked.call,
        prepared: await prepareCall(walletAddress, checked.call, token.standard),
        token,
      }
    },
    onDone: onPrepared,
    fields: SEND_FIELDS,
  })
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <KindField form={form} />
      <TokenPicker form={form} tokens={tokens} />
      <KindFields form={form} tokens={tokens} walletAddress={walletAddress} holdings={holdings} />
      <ProblemPanel error={problem} onRetry={() => submit()} pending={isPending} />
      <div>
        <Button
          route="POST /api/widget-session"
          type="submit"
          tone="primary"
          size="md"
          pending={isPending || form.formState.isSubmitting}
        >
          {t('Review')}
        </Button>
      </div>
    </form>
  )
}

/** A link's token is chosen in the list if it is there, and typed otherwise. */
function withListedToken(values: SendValues, tokens: readonly ListedToken[]): SendValues {
  const fitting = tokensOfKind(values.kind, tokens)
  if (values.tokenChoice === '')
    return { ...values, tokenChoice: fitting[0]?.address.toLowerCase() ?? OTHER_TOKEN }
  const isListed = fitting.some(({ address }) => sameAddress(address, values.tokenChoice))
  return isListed ? { ...values, otherToken: '' } : { ...values, tokenChoice: OTHER_TOKEN }
}

/** Another kind has other tokens: the first of them is chosen, unless one was typed. */
function useTokenOfKind(form: UseFormReturn<SendValues>, tokens: readonly ListedToken[]): void {
  const [kind, choice] = useWatch({ control: form.control, name: ['kind', 'tokenChoice'] })
  useEffect(() => {
    const fitting = tokensOfKind(kind, tokens)
    const isFitting = fitting.some(({ address }) => sameAddress(address, choice))
    const [first] = fitting
    if (isFitting || choice === OTHER_TOKEN) return
    form.setValue('tokenChoice', first?.address.toLowerCase() ?? OTHER_TOKEN)
  }, [form, kind, choice, tokens])
}

async function findProblems(
  values: SendValues,
  lookUp: (address: string) => Promise<InspectedToken>,
  holdings: Holdings,
): Promise<SendProblem[]> {
  const address = tokenOf(values)
  let token: InspectedToken | undefined
  let failed: SendProblem | undefined
  try {
    token = addressSchema.safeParse(address).success ? await lookUp(address) : undefined
  } catch (error) {
    failed = {
      field: values.tokenChoice === OTHER_TOKEN ? 'otherToken' : 'tokenChoice',
      message: describeProblem(error).detail,
    }
  }
  const checked = callOfValues(values, { token, ...sumsOf(holdings, address) })
  if (checked.ok) return []
  return failed === undefined
    ? checked.problems
    : [failed, ...checked.problems.filter(({ field }) => field !== failed.field)]
}

/** Problems in the form library's shape: one for a field, lists of them for rows. */
function errorsOf(problems: readonly SendProblem[]): FieldErrors<SendValues> {
  const errors: FieldErrors<SendValues> = {}
  for (const { field, message } of problems) {
    const error = { type: 'value', message }
    const [, row, column] = /^rows\.(\d+)\.(tokenId|amount)$/.exec(field) ?? []
    if (row !== undefined && column !== undefined) {
      const rows = (errors.rows ??= [])
      rows[Number(row)] = { ...rows[Number(row)], [column]: error }
    } else Object.assign(errors, { [field]: error })
  }
  return errors
}
