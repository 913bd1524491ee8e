import * as z from 'zod/mini'
import { formatUnits } from '#protocol/money.ts'
import { type CreatePolicyRequest, createPolicyRequestSchema, type Policy } from '#protocol/policies.ts'
import { addressInputSchema } from '#web/console/lib/address-input.ts'
import { t } from '#web/ui/text.ts'
import { inTypedForm, parseTyped, readTyped } from '#web/ui/typed-amount.ts'
import { coinAt, type Coin } from './policy-words.ts'

const areAddresses = z.string().check(
  z.refine((text) => addressesIn(text).every((address) => addressInputSchema.safeParse(address).success), {
    error: () => t('has something that is no address, or has a typing mistake'),
  }),
)

/** `amount` in human units; `recipients` one for each line; `wallet` is empty for all. */
export function policyFormSchema(coins: readonly Coin[]) {
  return z
    .object({
      name: createPolicyRequestSchema.shape.name,
      kind: z.enum(['transaction-limit', 'day-limit', 'recipients']),
      tokenAddress: z.string(),
      amount: z.string(),
      recipients: areAddresses,
      wallet: areAddresses,
    })
    .check(
      z.superRefine(({ kind, tokenAddress, amount }, context) => {
        const { problem: message } = readTyped(amount, coinAt(coins, tokenAddress).decimals)
        if (kind !== 'recipients' && message !== null)
          context.addIssue({ code: 'custom', path: ['amount'], message, input: amount })
      }),
    )
}
export type PolicyFormValues = z.infer<ReturnType<typeof policyFormSchema>>

/** One for each line; commas and blank lines are accepted too. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '')
}

export function policyFormValues(policy: Policy | undefined, coins: readonly Coin[]): PolicyFormValues {
  const nothing = { tokenAddress: coins[0]?.address ?? '', amount: '', recipients: '' }
  if (policy === undefined) return { ...nothing, name: '', kind: 'transaction-limit', wallet: '' }
  const { name, walletAddress, rule } = policy
  const shown = { ...nothing, name, kind: rule.kind, wallet: walletAddress ?? '' }
  if (rule.kind === 'recipients') return { ...shown, recipients: rule.recipients.join('\n') }
  const { tokenAddress, amount } = rule
  const typed = inTypedForm(formatUnits(amount, coinAt(coins, tokenAddress).decimals))
  return { ...shown, tokenAddress, amount: typed }
}

export function policyRequest(values: PolicyFormValues, coins: readonly Coin[]): CreatePolicyRequest {
  const { name, kind, tokenAddress, amount, recipients, wallet } = values
  const walletAddress = addressesIn(wallet)[0] ?? null
  if (kind === 'recipients')
    return { name, walletAddress, rule: { kind, recipients: addressesIn(recipients) } }
  const units = parseTyped(amount, coinAt(coins, tokenAddress).decimals).toString()
  return { name, walletAddress, rule: { kind, tokenAddress, amount: units } }
}
