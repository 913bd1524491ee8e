import type { VNode } from 'preact'
import type { CallDescription, FieldValue } from '#protocol/display/call-description.ts'
import { FIELD_NAMES, formatTitle } from '#protocol/display/call-words.ts'
import { WARNING_SENTENCES } from '#protocol/display/warning-sentences.ts'
import { wordsOfKey } from '#protocol/display/key-words.ts'
import { Address } from './address-text.tsx'
import { Fact } from './fact.tsx'
import { exactQuantityText, quantityText } from './quantity.ts'
import { formatExact, t, translated } from './text.ts'

type CallProps = {
  description: CallDescription
  /** Whether the call is already decided. Warnings are then hidden. */
  isPast?: boolean
}

/** A decoded call with its effect, its other account, and its warnings. */
export function CallView({ description, isPast = false }: CallProps): VNode {
  return (
    <>
      {!isPast &&
        description.warnings.map(({ code, severity }) => (
          <p key={code} class={`notice ${severity}`}>
            {translated(WARNING_SENTENCES[code])}
          </p>
        ))}
      <dl>
        {description.fields.map(({ label, value }, index) => (
          <Fact key={`${label}-${index}`} name={translated(FIELD_NAMES[label])}>
            {label === 'key' && value.kind === 'hex' && (
              // The verification words, as shown on both devices.
              <code class="fingerprint block">{wordsOfKey(value.hex)}</code>
            )}
            <CallValue name={translated(FIELD_NAMES[label])} value={value} isPast={isPast} />
          </Fact>
        ))}
      </dl>
    </>
  )
}

type ValueProps = { name: string; value: FieldValue; isPast?: boolean }

/** A value from a call's bytes. */
export function CallValue({ name, value, isPast = false }: ValueProps): VNode {
  switch (value.kind) {
    case 'amount':
      return (
        <>
          <strong class="amount">{quantityText(value)}</strong>
          <small>{exactQuantityText({ kind: 'units', units: value.units })}</small>
        </>
      )
    case 'units':
      return <>{exactQuantityText(value)}</>
    case 'item':
      return <strong class="amount">{quantityText(value)}</strong>
    case 'number':
      return <code>{value.text}</code>
    case 'boolean':
      return <>{t(value.value ? 'Yes' : 'No')}</>
    case 'address':
      return (
        <>
          {value.name !== undefined && <span class="block">{value.name}</span>}
          {value.is === 'wallet' && <span class="block">{t('This wallet')}</span>}
          <Address address={value.address} />
        </>
      )
    case 'hex':
      return <RawBytes name={name} hex={value.hex} />
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
    case 'calls':
      return (
        <ol>
          {value.calls.map((call, index) => (
            <li key={`${call.kind}-${index}`}>
              {formatTitle(call, translated, formatExact)}
              <CallView description={call} isPast={isPast} />
            </li>
          ))}
        </ol>
      )
  }
}

const SHORT_LENGTH_MAX = 74

/** Bytes as hex, complete. Long ones scroll in a focusable field. */
export function RawBytes({ name, hex }: { name: string; hex: string }): VNode {
  if (hex.length <= SHORT_LENGTH_MAX) return <code>{hex}</code>
  return <textarea class="bytes" aria-label={name} rows={5} readOnly value={hex} />
}
