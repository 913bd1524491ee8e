import { sameAddress, shortAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { nativeCoin } from '#protocol/display/native-coin.ts'
import { harmlessText } from '#protocol/display/text.ts'
import type { Member } from '#protocol/members.ts'
import {
  countRequired,
  POLICY_ENDPOINTS,
  type ApprovalRule,
  type Policy,
  type PolicyRule,
} from '#protocol/policies.ts'
import type { AllowedToken } from '#protocol/tokens.ts'
import { t } from '#web/ui/text.ts'
import { checksum } from './address-input.ts'
import { orgApi } from './api.ts'
import { approverName } from './approver-name.ts'
import { tokenAmountText } from './calls.ts'
import { tokenName, tokenSymbol } from './display.ts'
import { formatList, formatNames } from './format-list.ts'
import { isCoin, type ListedToken } from './listed-tokens.ts'
import type { RowQuery } from './row-query.ts'

export const policiesQuery = (): RowQuery<typeof POLICY_ENDPOINTS.listPolicies> =>
  orgApi.query(['protection', 'policies'], POLICY_ENDPOINTS.listPolicies)

/** The token of a limit. Amounts are typed with its decimals. */
export type Coin = Pick<AllowedToken, 'address' | 'symbol' | 'name' | 'decimals'>

/** The ERC-20 tokens of the list, and the chain's native token. */
export function listCoins(
  tokens: readonly (Coin & Pick<ListedToken, 'standard'>)[],
  chainId: number | undefined,
): Coin[] {
  const name = t('The chain’s native token')
  const native = { ...nativeCoin(chainId), address: ZERO_ADDRESS, name }
  return [...tokens.filter(isCoin), native]
}

/** The coin at an address. Amounts of a token that is no longer listed are in base units and labelled so. */
export function coinAt(coins: readonly Coin[], address: string): Coin {
  const listed = coins.find((coin) => sameAddress(coin.address, address))
  return listed ?? { address, symbol: shortAddress(checksum(address)), name: t('Base units'), decimals: 0 }
}

export const coinLabel = ({ symbol, name }: Coin): string => `${tokenSymbol(symbol)} · ${tokenName(name)}`

export const policyName = ({ name }: Pick<Policy, 'name'>): string => harmlessText(name, 60).text

/** A policy as one sentence. */
export function ruleText(rule: PolicyRule, coins: readonly Coin[], members: readonly Member[] = []): string {
  if (rule.kind === 'recipients')
    return t('Transfers go only to {count, plural, one {# address} other {# addresses}}', {
      count: rule.recipients.length,
    })
  const amount = tokenAmountText(rule.amount, rule.tokenAddress, coins)
  switch (rule.kind) {
    case 'approval':
      return approvalText(rule, { amount, names: nameApprovers(rule, members) })
    case 'transaction-limit':
      return t('Transfers over {amount} are blocked', { amount })
    case 'day-limit':
      return t('Each wallet sends at most {amount} in any 24 hours', { amount })
  }
}

function nameApprovers({ approvers }: ApprovalRule, members: readonly Member[]): string[] {
  return approvers.map((one) => {
    const name = approverName(one, members)
    return one.removed === true ? t('{name} (removed)', { name }) : name
  })
}

function approvalText(
  rule: ApprovalRule,
  { amount, names }: { amount: string; names: readonly string[] },
): string {
  const required = countRequired(rule)
  if (required === names.length) {
    const all = { amount, names: formatList(names), required }
    return rule.everything === true
      ? t(
          'Every transaction needs {required, plural, one {the approval} other {the approvals}} of {names}',
          all,
        )
      : t(
          'Transfers over {amount} need {required, plural, one {the approval} other {the approvals}} of {names}',
          all,
        )
  }
  const some = { amount, names: formatNames(names), required }
  return rule.everything === true
    ? t('Every transaction needs {required} of {names}', some)
    : t('Transfers over {amount} need {required} of {names}', some)
}

/** The protection that is lost when the policy is turned off. */
export function noLongerStopped({ kind }: PolicyRule): string {
  const consequences: Record<PolicyRule['kind'], string> = {
    'transaction-limit': t('Transactions of any amount are sent, unless another policy blocks them.'),
    'day-limit': t('Any amount can be sent in a day, unless another policy blocks it.'),
    approval: t('Transactions of any amount are sent without another administrator’s approval.'),
    recipients: t('Transactions to any address are sent, unless another policy blocks them.'),
  }
  return consequences[kind]
}
