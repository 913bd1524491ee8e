import { sameAddress, shortAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { nativeCoin } from '#protocol/display/native-coin.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { type Policy, type PolicyRule, POLICY_ENDPOINTS } from '#protocol/policies.ts'
import type { AllowedToken } from '#protocol/tokens.ts'
import { checksum } from '#web/console/lib/address-input.ts'
import { orgApi } from '#web/console/lib/api.ts'
import { tokenAmountText } from '#web/console/lib/calls.ts'
import { tokenName, tokenSymbol } from '#web/console/lib/display.ts'
import { isCoin, type ListedToken } from '#web/console/lib/listed-tokens.ts'
import type { RowQuery } from '#web/console/lib/row-query.ts'
import { t } from '#web/ui/text.ts'

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

export function ruleText(rule: PolicyRule, coins: readonly Coin[]): string {
  if (rule.kind === 'recipients')
    return t('Only to {count, plural, one {# address} other {# addresses}}', {
      count: rule.recipients.length,
    })
  const amount = tokenAmountText(rule.amount, rule.tokenAddress, coins)
  if (rule.kind === 'approval') return t('Above {amount} in one transaction: an approval', { amount })
  return rule.kind === 'transaction-limit'
    ? t('At most {amount} in one transaction', { amount })
    : t('At most {amount} in any 24 hours', { amount })
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
