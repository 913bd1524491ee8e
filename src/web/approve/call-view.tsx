import type { CallDescription, FieldValue, KnownToken } from '#protocol/display/call-description.ts'
import { FIELD_NAMES, titleOf, WARNING_SENTENCES, SIMULATION_WORDS } from '#protocol/display/call-words.ts'
import { groupDigits } from '#protocol/money.ts'
import { Fact } from '#web/ui/fact.tsx'
import { translated } from '#web/ui/language.ts'
import { t } from '#web/ui/text.ts'
import { AddressText } from './names.tsx'
import { compareSimulation } from '#protocol/effects/compare-simulation.ts'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { describeHeld } from './held-call.ts'

/** A decoded call: what it does, its other account, and its warnings. */
export function CallView({ description }: { description: CallDescription }) {
  return (
    <>
      {description.warnings.map(({ code, severity }) => (
        <p key={code} class={`notice ${severity}`}>
          {translated(WARNING_SENTENCES[code])}
        </p>
      ))}
      <dl>
        {description.fields.map(({ label, value }, index) => (
          <Fact key={`${label}-${index}`} name={translated(FIELD_NAMES[label])}>
            <Value name={translated(FIELD_NAMES[label])} value={value} />
          </Fact>
        ))}
      </dl>
    </>
  )
}

/** A value from a call's bytes. */
function Value({ name, value }: { name: string; value: FieldValue }) {
  switch (value.kind) {
    case 'amount':
      return (
        <>
          <strong class="amount">
            {value.unlimited
              ? t('Unlimited ({symbol})', { symbol: value.symbol })
              : `${groupDigits(value.text)} ${value.symbol}`}
          </strong>
          <small>{t('{units} base units', { units: value.units })}</small>
        </>
      )
    case 'units':
      return <>{value.unlimited ? t('Unlimited') : t('{units} base units', { units: value.units })}</>
    case 'number':
      return <code>{value.text}</code>
    case 'boolean':
      return <>{t(value.value ? 'Yes' : 'No')}</>
    case 'address':
      return (
        <>
          {value.name !== undefined && <span class="block">{value.name}</span>}
          {value.is === 'wallet' && <span class="block">{t('This wallet')}</span>}
          <AddressText address={value.address} />
        </>
      )
    case 'hex':
      return <RawBytes name={name} hex={value.hex} />
    case 'items':
      return (
        <ul>
          {value.items.map((item, index) => (
            <li key={`${item.tokenId}-${index}`}>
              <code>
                {item.units} × #{item.tokenId}
              </code>
            </li>
          ))}
        </ul>
      )
    case 'calls':
      return (
        <ol>
          {value.calls.map((call, index) => (
            <li key={`${call.kind}-${index}`}>
              {titleOf(call, translated)}
              <CallView description={call} />
            </li>
          ))}
        </ol>
      )
  }
}

const SHORT_LENGTH_MAX = 74

/** All of some bytes as hex. Long ones scroll, in a focusable field; nothing is omitted. */
export function RawBytes({ name, hex }: { name: string; hex: string }) {
  if (hex.length <= SHORT_LENGTH_MAX) return <code>{hex}</code>
  return <textarea class="bytes" aria-label={name} rows={5} readOnly value={hex} />
}

type SimulationNoticeProps = { held: HeldTransaction; tokens: readonly KnownToken[] }

/** Differences between a pending call's simulation and its bytes. */
export function SimulationNotice({ held, tokens }: SimulationNoticeProps) {
  if (held.status !== 'PENDING_USER_APPROVAL') return null
  if (held.simulation === undefined) return <p class="hint">{translated(SIMULATION_WORDS.missing)}</p>
  const differences = compareSimulation({ ...held, tokens }, describeHeld(held, tokens), held.simulation)
  if (differences.length === 0) return null
  return (
    <div class="notice danger" role="alert">
      <p>{translated(SIMULATION_WORDS.differs)}</p>
      {differences.map(({ about, token, account, read, simulated }, index) => (
        <dl key={`${about}-${index}`}>
          <Row name={translated(SIMULATION_WORDS[about])} value={account} />
          <Row name={translated(SIMULATION_WORDS.token)} value={token} />
          <Row name={translated(SIMULATION_WORDS.read)} value={read} />
          <Row name={translated(SIMULATION_WORDS.simulated)} value={simulated} />
        </dl>
      ))}
    </div>
  )
}

function Row({ name, value }: { name: string; value: FieldValue | undefined }) {
  return (
    <Fact name={name}>
      {value === undefined ? translated(SIMULATION_WORDS.nothing) : <Value name={name} value={value} />}
    </Fact>
  )
}
