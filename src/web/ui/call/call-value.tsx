import type { ReactElement } from 'react'
import type { FieldValue } from '#protocol/display/call-description.ts'
import { quantityText } from '#web/ui/quantity.ts'
import { t } from '#web/ui/text.ts'
import { Amount } from './amount.tsx'
import { type CallParts, PAGE_PARTS } from './page-parts.tsx'

/** Any value of a call but a batch's calls. */
export type SingleValue = Exclude<FieldValue, { kind: 'calls' }>

/** A value from a call's bytes. `name` is the name of its field. */
export function CallValue(props: {
  name: string
  value: SingleValue
  parts?: CallParts | undefined
}): ReactElement {
  const { name, value, parts: { Address, Bytes } = PAGE_PARTS } = props
  switch (value.kind) {
    case 'amount':
    case 'units':
    case 'item':
      return <Amount value={value} />
    case 'number':
      return <code>{value.text}</code>
    case 'boolean':
      return <>{t(value.value ? 'Yes' : 'No')}</>
    case 'address':
      return (
        <>
          {value.name !== undefined && <span className="block">{value.name}</span>}
          {value.is === 'wallet' && <span className="block">{t('This wallet')}</span>}
          <Address address={value.address} name={name} isNamed={value.is !== undefined} />
        </>
      )
    case 'hex':
      return <Bytes hex={value.hex} name={name} />
    case 'items':
      return (
        <ul>
          {value.items.map((item, index) => (
            <li key={`${item.tokenId}-${index}`}>
              <code>{quantityText({ kind: 'item', ...item })}</code>
            </li>
          ))}
        </ul>
      )
  }
}
