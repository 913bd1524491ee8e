import * as z from 'zod/mini'
import { formatUnits, MoneyError } from '#protocol/money.ts'
import { type CreatePolicyRequest, createPolicyRequestSchema, type Policy } from '#protocol/policies.ts'
import { POLICY_RECIPIENTS_MAX } from '#protocol/limits.ts'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'
import { t } from '#web/ui/text.ts'
import { amountMessage, inTypedForm, parseTyped } from '#web/ui/typed-amount.ts'
import { coinAt, type Coin } from './policy-words.ts'

const KINDS = ['transaction-limit', 'day-limit', 'recipients'] as const

/** `amount` in human units; `recipients` one for each line; `wallet` is empty for all. */
export type PolicyFormValues = {
  name: string
  kind: (typeof KINDS)[number]
  tokenAddress: string
  amount: string
  recipients: string
  wallet: string
}

export function policyFormSchema(coins: readonly Coin[]) {
  const fields = z.object({
    name: createPolicyRequestSchema.shape.name,
    kind: z.enum(KINDS),
    tokenAddress: z.string(),
    amount: z.string(),
    recipients: z.string(),
    wallet: z.string(),
  })
  return fields.check(
    z.superRefine((values, context) => {
      const refuse = (field: keyof PolicyFormValues, message: string | undefined) =>
        message !== undefined &&
        context.addIssue({ code: 'custom', path: [field], message, input: values[field] })
      if (values.wallet.trim() !== '') refuse('wallet', addressProblem(values.wallet))
      if (values.kind === 'recipients') refuse('recipients', listProblem(addressesIn(values.recipients)))
      else refuse('amount', amountProblem(values.amount, coinAt(coins, values.tokenAddress)))
    }),
  )
}

/** One for each line; commas and blank lines are accepted too. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '')
}

function addressProblem(text: string): string | undefined {
  return addressInputSchema.safeParse(text).error?.issues[0]?.message
}

function listProblem(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return t('must name at least one address')
  if (addresses.length > POLICY_RECIPIENTS_MAX)
    return t('must be at most {count} addresses', { count: String(POLICY_RECIPIENTS_MAX) })
  const wrong = addresses.find((address) => addressProblem(address) !== undefined)
  return wrong === undefined ? undefined : t('{text} is no address', { text: wrong.slice(0, 60) })
}

function amountProblem(amount: string, { decimals }: Coin): string | undefined {
  try {
    parseTyped(amount, decimals)
    return undefined
  } catch (error) {
    if (error instanceof MoneyError) return amountMessage(error, decimals)
    throw error
  }
}

export function policyFormValues(policy: Policy | undefined, coins: readonly Coin[]): PolicyFormValues {
  const nothing = { tokenAddress: coins[1]?.address ?? coins[0]?.address ?? '', amount: '', recipients: '' }
  if (policy === undefined) return { name: '', kind: 'transaction-limit', wallet: '', ...nothing }
  const { name, walletAddress, rule } = policy
  const shown = { ...nothing, name, kind: rule.kind, wallet: checksum(walletAddress ?? '') }
  if (rule.kind === 'recipients') return { ...shown, recipients: rule.recipients.join('\n') }
  const { address: tokenAddress, decimals } = coinAt(coins, rule.tokenAddress)
  return { ...shown, tokenAddress, amount: inTypedForm(formatUnits(rule.amount, decimals)) }
}

export function policyRequest(values: PolicyFormValues, coins: readonly Coin[]): CreatePolicyRequest {
  const { name, kind, tokenAddress, amount, recipients, wallet } = values
  const { decimals } = coinAt(coins, tokenAddress)
  return {
    name,
    walletAddress: wallet.trim() === '' ? null : wallet.trim(),
    rule:
      kind === 'recipients'
        ? { kind, recipients: addressesIn(recipients) }
        : { kind, tokenAddress, amount: parseTyped(amount, decimals).toString() },
  }
}
