import * as z from 'zod/mini'
import { emailSchema } from '#protocol/email-schema.ts'
import { formatUnits } from '#protocol/money.ts'
import { createPolicyRequestSchema, type CreatePolicyRequest, type Policy } from '#protocol/policies.ts'
import { addressInputSchema } from '#web/console/lib/address-input.ts'
import { inTypedForm, parseTyped, readTyped, t } from '#web/ui/text.ts'
import { coinAt, type Coin } from './policy-words.ts'

const isEmailOrEmpty = z
  .string()
  .check(
    z.refine(
      (text) => text === '' || emailSchema.safeParse(text).success,
      'must be an email address such as name@example.com',
    ),
  )

const areAddresses = z.string().check(
  z.refine((text) => addressesIn(text).every((address) => addressInputSchema.safeParse(address).success), {
    error: () => t('has something that is no address, or has a typing mistake'),
  }),
)

/**
 * Schema of the form. `amount` is in human units, `recipients` has one address per line, `approvers` has
 * emails, and an empty `wallet` means all wallets.
 */
export function policyFormSchema(coins: readonly Coin[]): z.ZodMiniType<PolicyFormValues, PolicyFormValues> {
  return z
    .object({
      name: createPolicyRequestSchema.shape.name,
      kind: z.enum(['transaction-limit', 'day-limit', 'approval', 'recipients']),
      tokenAddress: z.string(),
      amount: z.string(),
      recipients: areAddresses,
      approvers: z.record(z.string(), isEmailOrEmpty),
      wallet: areAddresses,
    })
    .check(
      z.superRefine(({ kind, tokenAddress, amount, approvers }, context) => {
        const { problem: message } = readTyped(amount, coinAt(coins, tokenAddress).decimals)
        if (kind !== 'recipients' && message !== null)
          context.addIssue({ code: 'custom', path: ['amount'], message, input: amount })
        const [first] = Object.keys(approvers)
        if (kind === 'approval' && first !== undefined && listApprovers(approvers).length === 0) {
          const missing = t('must be the address of at least one of them')
          context.addIssue({ code: 'custom', path: ['approvers', first], message: missing, input: '' })
        }
      }),
    )
}
export type PolicyFormValues = {
  name: string
  kind: Policy['rule']['kind']
  tokenAddress: string
  amount: string
  recipients: string
  approvers: Record<string, string>
  wallet: string
}

/** Splits text into addresses: one per line. Accepts commas and blank lines too. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '')
}

/** Approvers by member id. Approvers who are not members have a key that starts with `OTHER`. */
const listApprovers = (approvers: Record<string, string>) =>
  Object.entries(approvers)
    .filter(([, email]) => email !== '')
    .map(([key, email]) => ({ email, ...(!key.startsWith(OTHER) && { administratorId: key }) }))

const OTHER = 'other-'

export function policyFormValues(policy: Policy | undefined, coins: readonly Coin[]): PolicyFormValues {
  const nothing = { tokenAddress: coins[0]?.address ?? '', amount: '', recipients: '', approvers: {} }
  if (policy === undefined) return { ...nothing, name: '', kind: 'transaction-limit', wallet: '' }
  const { name, walletAddress, rule } = policy
  const shown = { ...nothing, name, kind: rule.kind, wallet: walletAddress ?? '' }
  if (rule.kind === 'recipients') return { ...shown, recipients: rule.recipients.join('\n') }
  const { tokenAddress, amount } = rule
  const typed = inTypedForm(formatUnits(amount, coinAt(coins, tokenAddress).decimals))
  const named = rule.kind === 'approval' ? rule.approvers : []
  const keyed = named.map(({ email, administratorId: id }, index) => [id ?? `${OTHER}${index}`, email])
  return { ...shown, tokenAddress, amount: typed, approvers: Object.fromEntries(keyed) }
}

export function policyRequest(values: PolicyFormValues, coins: readonly Coin[]): CreatePolicyRequest {
  const { name, kind, tokenAddress, amount, recipients, approvers, wallet } = values
  const walletAddress = addressesIn(wallet)[0] ?? null
  if (kind === 'recipients')
    return { name, walletAddress, rule: { kind, recipients: addressesIn(recipients) } }
  const units = parseTyped(amount, coinAt(coins, tokenAddress).decimals).toString()
  const limit = { tokenAddress, amount: units }
  if (kind === 'approval')
    return { name, walletAddress, rule: { kind, ...limit, approvers: listApprovers(approvers) } }
  return { name, walletAddress, rule: { kind, ...limit } }
}
