import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { sameAddress } from '#protocol/display/address.ts'
import { addressSchema } from '#protocol/fields.ts'
import { formatUnits } from '#protocol/money.ts'
import { tokenOperation } from '#protocol/operations.ts'
import type { InspectedToken } from '#protocol/tokens.ts'
import { Skeleton } from '#web/console/components/card.tsx'
import { SelectField, TextField } from '#web/console/components/field.tsx'
import { isCoin, type ListedToken } from '#web/console/lib/listed-tokens.ts'
import { quantityText } from '#web/ui/quantity.ts'
import { t, formatExact } from '#web/ui/text.ts'
import {
  findBalance,
  type HeldItem,
  type Holdings,
  OTHER_TOKEN,
  readTokenAddress,
  type SendValues,
} from './send-values.ts'
import { harmlessName, harmlessSymbol, standardName, inspectTokenQuery } from './token-requests.ts'
import { TokenWarningList, tokenWarnings } from './token-warnings.tsx'

type TokenPickerProps = {
  form: UseFormReturn<SendValues>
  tokens: readonly ListedToken[]
  holdings: Holdings
}

/**
 * Selects a token from the list, or any other by its address. Other tokens are looked up and shown with
 * warnings.
 */
export function TokenPicker({ form, tokens, holdings }: TokenPickerProps): ReactElement {
  const { control, formState, register } = form
  const values = useWatch({ control, name: ['kind', 'tokenChoice', 'otherToken'] })
  const [kind, tokenChoice, otherToken] = values
  const facts = useTokenFacts({ tokenChoice, otherToken })
  const isOther = tokenChoice === OTHER_TOKEN
  const { errors } = formState
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={t('Token')}
        error={isOther ? undefined : errors.tokenChoice?.message}
        options={[
          ...tokensOfKind(kind, tokens).map((token) => ({
            value: token.address.toLowerCase(),
            label: labelToken(token, holdings),
          })),
          { value: OTHER_TOKEN, label: t('Another token, by its address') },
        ]}
        {...register('tokenChoice')}
      />
      {isOther && (
        <>
          <TextField
            label={t('Contract address')}
            mono
            placeholder="0x"
            error={errors.otherToken?.message ?? errors.tokenChoice?.message}
            hint={facts.data && factsText(facts.data)}
            {...register('otherToken')}
          />
          {facts.isLoading && <Skeleton className="h-5 w-48" />}
          {facts.data && <TokenWarningList warnings={tokenWarnings(facts.data, tokens)} />}
        </>
      )}
    </div>
  )
}

/** A token's symbol and name, and the wallet's known holdings of it. */
function labelToken(token: ListedToken, holdings: Holdings): string {
  const balance = findBalance(holdings, token.address)
  return [
    harmlessSymbol(token),
    harmlessName(token),
    ...(balance === undefined ? [] : [formatExact(formatUnits(balance.toString(), token.decimals))]),
    ...heldItemsText(holdings.items?.filter((item) => sameAddress(item.tokenAddress, token.address)) ?? []),
  ].join(' · ')
}

/** A wallet's holdings in a collection: the number of NFTs, and the units per token ID. */
function heldItemsText(items: readonly HeldItem[]): string[] {
  const units = items.flatMap(({ tokenId, amount }) =>
    amount === undefined ? [] : [{ tokenId, units: amount }],
  )
  const count = items.length - units.length
  return [
    ...(count === 0 ? [] : [t('{count, plural, one {# NFT} other {# NFTs}}', { count })]),
    ...(units.length === 0 ? [] : [quantityText({ kind: 'items', items: units })]),
  ]
}

/** Listed tokens that fit a kind. */
export function tokensOfKind(kind: SendValues['kind'], tokens: readonly ListedToken[]): ListedToken[] {
  const { standards } = tokenOperation(kind)
  return tokens.filter((token) => {
    if (token.removed === true) return false
    return token.standard === undefined
      ? standards.includes('erc20') === isCoin(token)
      : standards.includes(token.standard)
  })
}

/** Facts reported by the chosen token's contract. Sends no request while the address is invalid. */
export function useTokenFacts(
  choice: Pick<SendValues, 'tokenChoice' | 'otherToken'>,
): UseQueryResult<InspectedToken> {
  const address = readTokenAddress(choice)
  return useQuery({ ...inspectTokenQuery(address), enabled: addressSchema.safeParse(address).success })
}

function factsText(token: InspectedToken): string | undefined {
  if (token.standard === null) return undefined
  const names = {
    symbol: harmlessSymbol(token),
    name: harmlessName(token),
    standard: standardName(token.standard),
  }
  return token.standard === 'erc20' && token.decimals !== null
    ? t(
        '{symbol} · {name} · {standard}, {decimals, plural, one {# decimal} other {# decimals}}. Reported by the contract.',
        {
          ...names,
          decimals: token.decimals,
        },
      )
    : t('{symbol} · {name} · {standard}. Reported by the contract.', names)
}
