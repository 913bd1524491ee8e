import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactElement } from 'react'
import { set, useForm, useWatch, type FieldErrors, type UseFormReturn, type Path } from 'react-hook-form'
import { CONSOLE_WIDGET_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { addressSchema } from '#protocol/fields.ts'
import { BATCH_ITEMS_MAX } from '#protocol/limits.ts'
import { buildPrepareRequest } from '#protocol/operations.ts'
import { type PreparedCall, preparedCallSchema } from '#protocol/prepare.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import type { InspectedToken } from '#protocol/tokens.ts'
import type { TokenCall } from '#protocol/widget-call.ts'
import { SkeletonRows } from '#web/console/components/card.tsx'
import { Form } from '#web/console/components/form.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { callApi } from '#web/console/lib/api.ts'
import { describeProblem } from '#web/console/lib/describe-problem.ts'
import { listedTokensQuery, type ListedToken } from '#web/console/lib/listed-tokens.ts'
import { useSubmit } from '#web/console/lib/use-schema-form.ts'
import { ApiError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { callOfValues, type SendProblem } from './call-of-values.ts'
import { KindField, KindFields } from './kind-fields.tsx'
import {
  saveDraft,
  type Holdings,
  OTHER_TOKEN,
  readTokenAddress,
  valuesOfQuery,
  type SendValues,
  readLimits,
} from './send-values.ts'
import { TokenPicker, tokensOfKind } from './token-picker.tsx'
import { inspectTokenQuery } from './token-requests.ts'

/** A prepared call that is not signed yet. */
export type PreparedSend = { call: TokenCall; prepared: PreparedCall; token: InspectedToken }

type SendTokenFormProps = {
  walletAddress: string
  /** Initial values from a link, as the search part of its URL. */
  query?: string
  /** Earlier input. Takes precedence over `query`. */
  draft?: SendValues | undefined
  holdings: Holdings
  /** Receives the prepared call and the input that it was prepared from. */
  onPrepared: (send: PreparedSend, draft: SendValues) => void
}

/** Form for a transfer or an approval, in human units. Prepares the call and signs nothing. */
export function SendTokenForm(props: SendTokenFormProps): ReactElement {
  const tokens = useQuery(listedTokensQuery())
  return (
    <Loaded query={tokens} skeleton={<SkeletonRows rows={4} label={t('Loading the tokens')} />}>
      {(list) => <LoadedForm {...props} tokens={list} />}
    </Loaded>
  )
}

function LoadedForm(props: SendTokenFormProps & { tokens: readonly ListedToken[] }) {
  const { walletAddress, query, draft, holdings, onPrepared, tokens } = props
  const queryClient = useQueryClient()
  const lookUp = (address: string) => queryClient.fetchQuery(inspectTokenQuery(address))
  const form = useForm<SendValues>({
    defaultValues: draft ?? withListedToken(valuesOfQuery(new URLSearchParams(query)), tokens),
    shouldFocusError: false,
    resolver: async (values) => {
      const problems = await findProblems(values, lookUp, holdings)
      // Converts problems to the shape of the form library: one error per field, or a list of them for rows.
      const errors: FieldErrors<SendValues> = {}
      for (const { field, message } of problems) set(errors, field, { type: 'value', message })
      return problems.length === 0 ? { values, errors: {} } : { values: {}, errors }
    },
  })
  useTokenOfKind(form, tokens)
  useEffect(() => {
    // A link from an item's picture leaves only the recipient to type.
    const { tokenId, party } = form.getValues()
    if (draft === undefined && tokenId !== '' && party === '') form.setFocus('party')
  }, [form, draft])
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) }),
    [form],
  )
  const { frame, submit } = useSubmit(form, {
    send: async (values) => {
      const token = await lookUp(readTokenAddress(values))
      const checked = callOfValues(values, { token, ...readLimits(holdings, readTokenAddress(values)) })
      // The wallet's holdings or the fee may have arrived after the form was checked.
      if (!checked.ok) throw toRefusal(checked.problems)
      return {
        call: checked.call,
        prepared: await prepareCall(walletAddress, checked.call, token.standard),
        token,
      }
    },
    onDone: (send) => onPrepared(send, form.getValues()),
    fields: SEND_FIELDS,
  })
  return (
    <Form
      {...frame}
      pending={frame.pending || form.formState.isSubmitting}
      action={t('Review')}
      onRetry={() => submit()}
      button={{ access: CONSOLE_WIDGET_ENDPOINTS.openConsoleWidgetSession }}
      className="gap-5"
    >
      <KindField form={form} />
      <TokenPicker {...{ form, tokens, holdings }} />
      <KindFields form={form} walletAddress={walletAddress} holdings={holdings} />
    </Form>
  )
}

/** Selects a link's token in the list, or fills in its address if it is not listed. */
function withListedToken(values: SendValues, tokens: readonly ListedToken[]): SendValues {
  const fitting = tokensOfKind(values.kind, tokens)
  if (values.tokenChoice === '')
    return { ...values, tokenChoice: fitting[0]?.address.toLowerCase() ?? OTHER_TOKEN }
  const isListed = fitting.some(({ address }) => sameAddress(address, values.tokenChoice))
  return isListed ? { ...values, otherToken: '' } : { ...values, tokenChoice: OTHER_TOKEN }
}

/** Selects the first token that fits a newly chosen kind, unless an address was typed. */
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
  const address = readTokenAddress(values)
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
  const checked = callOfValues(values, { token, ...readLimits(holdings, address) })
  if (checked.ok) return []
  return failed === undefined
    ? checked.problems
    : [failed, ...checked.problems.filter(({ field }) => field !== failed.field)]
}

/** Converts the problems to the error that the service would return. */
function toRefusal(problems: readonly SendProblem[]): ApiError {
  const errors = problems.map(({ field, message }) => ({ path: field, message }))
  return new ApiError('VALIDATION_FAILED', errors[0]?.message, { errors })
}

/** Form fields by the service's field names. */
const SEND_FIELDS: Record<string, Path<SendValues>> = {
  tokenAddress: 'tokenChoice',
  to: 'party',
  spender: 'party',
  operator: 'party',
  approved: 'party',
  tokenId: 'tokenId',
  amount: 'amount',
  tokenIds: 'rows',
  amounts: 'rows',
  ...Object.fromEntries(
    Array.from({ length: BATCH_ITEMS_MAX }, (_, index) => [
      [`tokenIds.${index}`, `rows.${index}.tokenId`],
      [`amounts.${index}`, `rows.${index}.amount`],
    ]).flat(),
  ),
}

/** Field that can fix a general refusal, by error code. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  RECIPIENT_CANNOT_RECEIVE: 'to',
  TOKEN_UNREADABLE: 'tokenAddress',
  BATCH_LENGTHS_DIFFER: 'tokenIds',
  BATCH_TOO_LARGE: 'tokenIds',
}

/**
 * Prepares a call at the service, with the wallet as the holder of the tokens. Nothing is executed, and the widget
 * prepares and encodes the call again.
 *
 * @throws ApiError with the field it belongs to, if any
 */
async function prepareCall(walletAddress: string, call: TokenCall, standard: TokenStandard | null) {
  const { path, body } = buildPrepareRequest(walletAddress, call, standard)
  const answer = preparedCallSchema
  try {
    return await callApi({ method: 'POST', path: `/api/baas/tokens/${path}`, body, answer })
  } catch (error) {
    throw atField(error)
  }
}

function atField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const path = FIELD_OF_CODE[error.code]
  if (path === undefined || error.errors.length > 0) return error
  const { status, requestId, message, code } = error
  return new ApiError(code, message, { status, requestId, errors: [{ path, message }], cause: error })
}
