import type { ReactElement } from 'react'
import type { FieldValue } from '#protocol/display/call-description.ts'
import { exactQuantityText, quantityText } from '#web/ui/quantity.ts'

/** A quantity of one token, decoded from a call's bytes. */
export type AmountValue = Extract<FieldValue, { kind: 'amount' | 'units' | 'item' }>

/** An amount in human units, with its exact base units. Base units alone if the token's decimals are unverified. */
export function Amount({ value }: { value: AmountValue }): ReactElement {
  if (value.kind === 'units') return <span className="exact">{exactQuantityText(value)}</span>
  return (
    <>
      <strong className="amount">{quantityText(value)}</strong>
      {value.kind === 'amount' && (
        <small className="exact">{exactQuantityText({ kind: 'units', units: value.units })}</small>
      )}
    </>
  )
}
