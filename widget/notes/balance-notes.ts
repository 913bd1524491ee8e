import { sameAddress, ZERO_ADDRESS } from '#shared/display/address.ts'
import type { CallDescription, FieldLabel, FieldValue } from '#shared/display/call-description.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { harmlessText } from '#shared/display/text.ts'
import type { BalanceNote } from './notes.ts'

const SYMBOL_LENGTH_MAX = 16

type Outflow = { token: string; units: bigint; symbol: string; decimals: number }

/** Every coin that a call and its fee take, before and after; only coins that somebody vouches for. */
export function balanceNotes(
  { fee, call }: Confirmation,
  parts: readonly CallDescription[],
  balances: readonly { tokenAddress: string; amount: string }[],
): BalanceNote[] {
  const paid = fee?.coin?.listed
    ? [
        {
          token: call.feeCoinAddress,
          units: call.fee,
          decimals: fee.coin.decimals,
          symbol: harmlessText(fee.coin.symbol, SYMBOL_LENGTH_MAX).text,
        },
      ]
    : []
  const totals = new Map<string, Outflow>()
  for (const outflow of [...parts.flatMap(outflowsOf), ...paid]) {
    const token = outflow.token.toLowerCase()
    const units = (totals.get(token)?.units ?? 0n) + outflow.units
    totals.set(token, { ...outflow, units })
  }
  return [...totals.values()].flatMap(({ token, units, symbol, decimals }) => {
    const amount = balances.find(({ tokenAddress }) => sameAddress(tokenAddress, token))?.amount
    const before = amount === undefined ? 0n : BigInt(amount)
    return amount === undefined || units === 0n || units > before
      ? []
      : [{ symbol, decimals, before, after: before - units }]
  })
}

function outflowsOf(part: CallDescription): Outflow[] {
  const token = valueIn(part, 'token')
  const taken: [FieldValue | undefined, string][] = [[valueIn(part, 'value'), ZERO_ADDRESS]]
  if (part.kind === 'native-transfer') taken.push([valueIn(part, 'amount'), ZERO_ADDRESS])
  if (part.kind === 'erc20-transfer' && token?.kind === 'address')
    taken.push([valueIn(part, 'amount'), token.address])
  return taken.flatMap(([value, address]) =>
    value?.kind === 'amount'
      ? [{ token: address, units: BigInt(value.units), symbol: value.symbol, decimals: value.decimals }]
      : [],
  )
}

function valueIn({ fields }: CallDescription, label: FieldLabel): FieldValue | undefined {
  return fields.find((field) => field.label === label)?.value
}
