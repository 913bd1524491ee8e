import type { CallDescription, Field, FieldValue } from '#protocol/display/call-description.ts'
import { FIELD_NAMES, SIMULATION_WORDS, titleOf, WARNING_SENTENCES } from '#protocol/display/call-words.ts'
import type { Difference } from '#protocol/effects/compare-simulation.ts'

const HEX_SHOWN = 40

const MARKS = { danger: 'Warning:', caution: 'Note:' }

/** A decoded call in a few lines of plain text: what, what should make one pause, and the fields. */
export function describeForMail(call: CallDescription): string[] {
  return [
    titleOf(call),
    ...call.warnings.map(({ code, severity }) => `${MARKS[severity]} ${WARNING_SENTENCES[code]}`),
    ...call.fields.flatMap(fieldLines),
  ]
}

/** What a simulation saw beside or instead of that. */
export function simulationForMail(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return []
  const { differs, nothing, ...names } = SIMULATION_WORDS
  const text = (value: FieldValue | undefined) =>
    value === undefined || value.kind === 'calls' ? nothing : valueText(value)
  return [
    `${MARKS.danger} ${differs}`,
    ...differences.flatMap(({ about, account, token, read, simulated }) => [
      `   ${names[about]}: ${text(account)}`,
      `   ${names.token}: ${text(token)}`,
      `   ${names.read}: ${text(read)}`,
      `   ${names.simulated}: ${text(simulated)}`,
    ]),
  ]
}

function fieldLines({ label, value }: Field): string[] {
  if (value.kind === 'calls') {
    return value.calls.flatMap((call, index) => [
      `${index + 1}.`,
      ...describeForMail(call).map((line) => `   ${line}`),
    ])
  }
  return [`${FIELD_NAMES[label]}: ${valueText(value)}`]
}

function valueText(value: Exclude<FieldValue, { kind: 'calls' }>): string {
  switch (value.kind) {
    case 'amount':
      return value.unlimited ? `without limit (${value.symbol})` : `${value.text} ${value.symbol}`
    case 'units':
      return value.unlimited ? 'unlimited' : `${value.units} (base units of an unknown token)`
    case 'number':
      return value.text
    case 'address':
      return `${value.address}${addressNote(value)}`
    case 'boolean':
      return value.value ? 'yes' : 'no'
    case 'hex':
      return value.hex.length > HEX_SHOWN
        ? `${value.hex.slice(0, HEX_SHOWN)}… (${value.bytes} bytes)`
        : value.hex
    case 'items':
      return value.items.map(({ tokenId, units }) => `${units} of item ${tokenId}`).join(', ')
  }
}

function addressNote({ is, symbol, name }: Extract<FieldValue, { kind: 'address' }>): string {
  if (is === undefined) return ''
  const notes = { wallet: 'this wallet', zero: 'nobody', token: symbol ?? name ?? 'token' }
  return ` (${notes[is]})`
}
