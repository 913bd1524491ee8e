import type { Path } from 'react-hook-form'
import * as z from 'zod/mini'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { emailSchema } from '#protocol/email-schema.ts'
import type { Member } from '#protocol/members.ts'
import { formatUnits } from '#protocol/money.ts'
import {
  countRequired,
  createPolicyRequestSchema,
  listAbleApprovers,
  type CreatePolicyRequest,
  type Policy,
  type PolicyApprover,
  type PolicyRule,
} from '#protocol/policies.ts'
import { addressInputSchema } from '#web/console/lib/address-input.ts'
import { coinAt, type Coin } from '#web/console/lib/policy-words.ts'
import { inTypedForm, parseTyped, readTyped, t } from '#web/ui/text.ts'

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
    error: () => t('contains something that is not an address, or an address with a typo'),
  }),
)

/**
 * Schema of the form. `amount` is in human units, `recipients` has one address per line, `approvers` has
 * emails by member id, `required` is the number of approvals, and an empty `wallet` means all wallets.
 */
export function policyFormSchema(coins: readonly Coin[]): z.ZodMiniType<PolicyFormValues, PolicyFormValues> {
  return z
    .object({
      name: createPolicyRequestSchema.shape.name,
      kind: z.enum(POLICY_TEMPLATES),
      tokenAddress: z.string(),
      amount: z.string(),
      recipients: areAddresses,
      approvers: z.record(z.string(), isEmailOrEmpty),
      required: z.string(),
      wallet: areAddresses,
    })
    .check(
      z.superRefine(({ kind, tokenAddress, amount, approvers, required }, context) => {
        const { problem: message } = readTyped(amount, coinAt(coins, tokenAddress).decimals)
        if (hasAmount(kind) && message !== null)
          context.addIssue({ code: 'custom', path: ['amount'], message, input: amount })
        if (needsApprovers(kind) && countApprovers(approvers) < Number(required)) {
          const missing = t(
            '{count, plural, one {Choose at least one approver.} other {Choose at least # approvers.}}',
            { count: Number(required) },
          )
          context.addIssue({ code: 'custom', path: ['required'], message: missing, input: required })
        }
      }),
    )
}

/** Templates of the form. `everything` is an approval rule without a token and an amount. */
export const POLICY_TEMPLATES = [
  'approval',
  'day-limit',
  'recipients',
  'everything',
  'transaction-limit',
] as const
export type PolicyTemplate = (typeof POLICY_TEMPLATES)[number]

export const hasAmount = (template: PolicyTemplate): boolean =>
  template !== 'recipients' && template !== 'everything'
export const needsApprovers = (template: PolicyTemplate): boolean =>
  template === 'approval' || template === 'everything'

export type PolicyFormValues = {
  name: string
  kind: PolicyTemplate
  tokenAddress: string
  amount: string
  recipients: string
  approvers: Record<string, string>
  required: string
  wallet: string
}

/** Splits text into addresses: one per line. Accepts commas and blank lines too. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '')
}

/**
 * Approvers by member id, members first and in their order. Approvers who are not members have a key that starts with
 * `OTHER`.
 */
function listApprovers(approvers: Record<string, string>, members: readonly Member[]): PolicyApprover[] {
  return listKeys(approvers, members).map((key) => {
    const email = approvers[key] ?? ''
    if (key.startsWith(OTHER)) return { email }
    const name = members.find(({ id }) => id === key)?.name
    return { email, administratorId: key, ...(name !== undefined && { name }) }
  })
}

/** Keys of the named approvers, in the order of the request. */
function listKeys(approvers: Record<string, string>, members: readonly Member[]): string[] {
  const ids = members.map(({ id }) => id)
  const others = Object.keys(approvers).filter((key) => !ids.includes(key))
  return [...ids, ...others].filter((key) => (approvers[key] ?? '') !== '')
}

/** The form's fields by the server's paths. A message about an approver belongs to their row. */
export function findFields(
  { approvers }: PolicyFormValues,
  members: readonly Member[],
): Record<string, Path<PolicyFormValues>> {
  const rows = listKeys(approvers, members).map(
    (key, place) => [`rule.approvers.${place}`, `approvers.${key}`] as const,
  )
  return {
    walletAddress: 'wallet',
    'rule.amount': 'amount',
    'rule.recipients': 'recipients',
    'rule.approvers': 'required',
    'rule.approvalsRequired': 'required',
    ...Object.fromEntries(rows),
  }
}

export const countApprovers = (approvers: Record<string, string>): number =>
  Object.values(approvers).filter((email) => email !== '').length

export const OTHER = 'other-'

export function policyFormValues(policy: Policy | undefined, coins: readonly Coin[]): PolicyFormValues {
  const nothing = {
    tokenAddress: coins[0]?.address ?? '',
    amount: '',
    recipients: '',
    approvers: {},
    required: '1',
  }
  if (policy === undefined) return { ...nothing, name: '', kind: 'approval', wallet: '' }
  const { name, walletAddress, rule } = policy
  const shown = { ...nothing, name, kind: readTemplate(rule), wallet: walletAddress ?? '' }
  if (rule.kind === 'recipients') return { ...shown, recipients: rule.recipients.join('\n') }
  const { tokenAddress, amount } = rule
  const typed = inTypedForm(formatUnits(amount, coinAt(coins, tokenAddress).decimals))
  const limit = { ...shown, tokenAddress, amount: typed }
  if (rule.kind !== 'approval') return limit
  // Omits removed members. The stored policy has them until it is changed, which this form does.
  const keyed = listAbleApprovers(rule).map(({ email, administratorId: id }, index) => [
    id ?? `${OTHER}${index}`,
    email,
  ])
  return { ...limit, approvers: Object.fromEntries(keyed), required: String(countRequired(rule)) }
}

function readTemplate(rule: PolicyRule): PolicyTemplate {
  return rule.kind === 'approval' && rule.everything === true ? 'everything' : rule.kind
}

export function policyRequest(
  values: PolicyFormValues,
  coins: readonly Coin[],
  members: readonly Member[],
): CreatePolicyRequest {
  const { name, wallet } = values
  return { name, walletAddress: addressesIn(wallet)[0] ?? null, rule: toRule(values, coins, members) }
}

function toRule(
  { kind, tokenAddress, amount, recipients, approvers, required }: PolicyFormValues,
  coins: readonly Coin[],
  members: readonly Member[],
): PolicyRule {
  const people = () => ({
    approvers: listApprovers(approvers, members),
    approvalsRequired: Number(required),
  })
  if (kind === 'recipients') return { kind, recipients: addressesIn(recipients) }
  if (kind === 'everything')
    return { kind: 'approval', tokenAddress: ZERO_ADDRESS, amount: '0', everything: true, ...people() }
  const units = parseTyped(amount, coinAt(coins, tokenAddress).decimals).toString()
  const limit = { tokenAddress, amount: units }
  return kind === 'approval' ? { kind, ...limit, ...people() } : { kind, ...limit }
}
