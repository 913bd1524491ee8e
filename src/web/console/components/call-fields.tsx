import type { ReactNode, ReactElement } from 'react'
import { warning, type CallDescription, type FieldValue } from '#protocol/display/call-description.ts'
import { callTitle, useCallContext } from '#web/console/lib/calls.ts'
import { exactQuantityText, quantityText } from '#web/ui/quantity.ts'
import { t, translated } from '#web/ui/text.ts'
import { Fact } from './facts.tsx'
import { CopyButton, HexText } from './values.tsx'
import { Notice } from './notice.tsx'
import { failureText, FIELD_NAMES, SIMULATION_WORDS } from '#protocol/display/call-words.ts'
import { WARNING_SENTENCES } from '#protocol/display/warning-sentences.ts'
import { compareSimulation, type ComparedCall } from '#protocol/effects/compare-simulation.ts'
import type { SimulationOutcome } from '#protocol/simulation.ts'

/** The fields of a call, decoded from its bytes. */
export function CallFields({ description }: { description: CallDescription }): ReactElement[] {
  return description.fields.map(({ label, value }, index) => (
    <Fact
      key={`${label}-${index}`}
      name={translated(FIELD_NAMES[label])}
      className={value.kind === 'calls' ? 'col-span-full' : ''}
    >
      <Value value={value} name={translated(FIELD_NAMES[label]).toLowerCase()} />
    </Fact>
  ))
}

function Value({ value, name }: { value: FieldValue; name: string }) {
  switch (value.kind) {
    case 'amount':
      return (
        <>
          <span className="tabular-nums">{quantityText(value)}</span>{' '}
          <span className="block font-mono text-xs break-all text-muted">
            {exactQuantityText({ kind: 'units', units: value.units })}
          </span>
        </>
      )
    case 'units':
      return <span className="font-mono text-sm break-all">{exactQuantityText(value)}</span>
    case 'item':
      return <span className="break-all tabular-nums">{quantityText(value)}</span>
    case 'number':
      return <span className="font-mono text-sm break-all">{value.text}</span>
    case 'boolean':
      return value.value ? t('Yes') : t('No')
    case 'address':
      return <AddressValue value={value} name={name} />
    case 'hex':
      return <RawBytes hex={value.hex} name={name} />
    case 'items':
      return (
        <ul className="flex flex-col gap-1">
          {value.items.map((item, index) => (
            <li key={`${item.tokenId}-${index}`} className="font-mono text-sm break-all">
              {quantityText({ kind: 'item', ...item })}
            </li>
          ))}
        </ul>
      )
    case 'calls':
      return (
        <ol className="flex list-decimal flex-col gap-5 pl-4">
          {value.calls.map((call, index) => (
            <li key={`${call.kind}-${index}`}>
              <span className="font-medium">{callTitle(call)}</span>
              <CallWarnings description={call} className="my-2" />
              <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
                <CallFields description={call} />
              </dl>
            </li>
          ))}
        </ol>
      )
  }
}

type AddressValueProps = { value: Extract<FieldValue, { kind: 'address' }>; name: string }

function AddressValue({ value: { address, name, is }, name: field }: AddressValueProps) {
  return (
    <>
      {name !== undefined && <span className="block">{name}</span>}
      {is === 'wallet' && <span className="block">{t('This wallet')}</span>}
      <HexText
        value={address}
        what={t('{name} address', { name: field })}
        names={(name ?? is) ? 'book' : 'all'}
      />
    </>
  )
}

export function RawBytes({ hex, name }: { hex: string; name: string }): ReactElement {
  return (
    <div className="flex items-start gap-1">
      <code className="block max-h-32 min-w-0 overflow-y-auto rounded-sm bg-sunken px-2 py-1 font-mono text-xs break-all">
        {hex}
      </code>
      <CopyButton text={hex} what={name} />
    </div>
  )
}

/**
 * Warnings of one call. Warnings of inner calls are displayed with each inner call. `null` means an invalid
 * call.
 */
export function CallWarnings({
  description,
  className,
}: {
  description: CallDescription | null
  className: string
}): ReactElement | null {
  const { isListKnown } = useCallContext()
  const all = description?.warnings ?? [warning('unknown-call')]
  const warnings = all.filter(({ code }) => isListKnown || code !== 'unknown-token')
  if (warnings.length === 0) return null
  return (
    <ul className={`flex flex-col gap-2 ${className}`}>
      {warnings.map(({ code, severity }) => (
        <li key={code}>
          <Notice tone={severity === 'danger' ? 'danger' : 'warning'}>
            {translated(WARNING_SENTENCES[code])}
          </Notice>
        </li>
      ))}
    </ul>
  )
}

const simulationWord = (name: keyof typeof SIMULATION_WORDS) => translated(SIMULATION_WORDS[name])

type SimulationNoticeProps = {
  call: ComparedCall
  description: CallDescription | null
  simulation: SimulationOutcome
  /** Displayed if the call would fail, as a remedy. */
  actions?: ReactNode
}

/** The result of a call's simulation: why the call would fail, or how it differs from its decoded bytes. */
export function SimulationNotice({
  call,
  description,
  simulation,
  actions,
}: SimulationNoticeProps): ReactElement | null {
  if (simulation.outcome === 'unavailable')
    return <p className="mb-4 text-sm text-muted">{simulationWord('missing')}</p>
  if (simulation.outcome === 'fails')
    return (
      <Notice className="mb-4" tone="danger" title={simulationWord('fails')} actions={actions} announce>
        {failureText(simulation, translated)}
      </Notice>
    )
  const differences = compareSimulation(call, description, simulation)
  if (differences.length === 0) return null
  return (
    <Notice className="mb-4" tone="danger" title={simulationWord('differs')} announce>
      {differences.map(({ about, token, account, read, simulated }, index) => (
        <dl key={`${about}-${index}`} className="mt-3 grid gap-x-8 gap-y-2 sm:grid-cols-2">
          <Row name={simulationWord(about)} value={account} />
          <Row name={simulationWord('token')} value={token} />
          <Row name={simulationWord('read')} value={read} />
          <Row name={simulationWord('simulated')} value={simulated} />
        </dl>
      ))}
    </Notice>
  )
}

function Row({ name, value }: { name: string; value: FieldValue | undefined }) {
  return (
    <Fact name={name}>
      {value === undefined ? simulationWord('nothing') : <Value value={value} name={name.toLowerCase()} />}
    </Fact>
  )
}
