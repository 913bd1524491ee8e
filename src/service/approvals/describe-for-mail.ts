import { ALL_FIELDS } from '#protocol/display/all-fields.ts'
import type { CallDescription, FieldValue } from '#protocol/display/call-description.ts'
import { callRows, type CallRow } from '#protocol/display/call-rows.ts'
import { failureText, ROW_NAMES, SIMULATION_WORDS, formatTitle } from '#protocol/display/call-words.ts'
import { formatQuantity } from '#protocol/display/format-quantity.ts'
import type { Translate } from '#protocol/display/message-format.ts'
import { quantityWords } from '#protocol/display/quantity-words.ts'
import { WARNING_SENTENCES } from '#protocol/display/warning-sentences.ts'
import {
  compareSimulation,
  type ComparedCall,
  type Difference,
} from '#protocol/effects/compare-simulation.ts'
import type { SimulationOutcome } from '#protocol/simulation.ts'

const HEX_SHOWN = 40

/** Formats exact numbers for mails, without separators that another language reads differently. */
const exactWords = (t: Translate) => quantityWords(t, (exact) => exact)

const mark = (severity: 'danger' | 'caution', t: Translate) =>
  severity === 'danger' ? t('Warning:') : t('Note:')

/** Translates a text of `call-words.ts`. */
const callText = (translate: Translate, text: string) => translate(text)

/** Describes a decoded call in a few lines of plain text: the action, its warnings, and the fields. */
export function describeForMail(call: CallDescription, t: Translate): string[] {
  return [
    formatTitle(call, t),
    ...call.warnings.map(
      ({ code, severity }) => `${mark(severity, t)} ${callText(t, WARNING_SENTENCES[code])}`,
    ),
    ...callRows(call, ALL_FIELDS).flatMap((row) => rowLines(row, t)),
  ]
}

/** Describes the result of the call's simulation. Empty if the call succeeds and does what its description says. */
export function simulationForMail(
  call: ComparedCall,
  description: CallDescription,
  simulation: SimulationOutcome,
  t: Translate,
): string[] {
  const translate = (text: string) => callText(t, text)
  switch (simulation.outcome) {
    case 'unavailable':
      return [`${mark('caution', t)} ${translate(SIMULATION_WORDS.missing)}`]
    case 'fails':
      return [
        `${mark('danger', t)} ${translate(SIMULATION_WORDS.fails)}`,
        `   ${failureText(simulation, translate)}`,
      ]
    case 'succeeds':
      return differencesForMail(compareSimulation(call, description, simulation), t)
  }
}

function differencesForMail(differences: readonly Difference[], t: Translate): string[] {
  if (differences.length === 0) return []
  const { differs, nothing, ...names } = SIMULATION_WORDS
  const text = (value: FieldValue | undefined) =>
    value === undefined || value.kind === 'calls' ? callText(t, nothing) : valueText(value, t)
  return [
    `${mark('danger', t)} ${callText(t, differs)}`,
    ...differences.flatMap(({ about, account, token, read, simulated }) => [
      `   ${callText(t, names[about])}: ${text(account)}`,
      `   ${callText(t, names.token)}: ${text(token)}`,
      `   ${callText(t, names.read)}: ${text(read)}`,
      `   ${callText(t, names.simulated)}: ${text(simulated)}`,
    ]),
  ]
}

function rowLines({ name, value }: CallRow, t: Translate): string[] {
  if (value.kind === 'calls') {
    return value.calls.flatMap((call, index) => [
      `${index + 1}.`,
      ...describeForMail(call, t).map((line) => `   ${line}`),
    ])
  }
  return [`${callText(t, ROW_NAMES[name])}: ${valueText(value, t)}`]
}

function valueText(value: Exclude<FieldValue, { kind: 'calls' }>, t: Translate): string {
  switch (value.kind) {
    case 'amount':
    case 'units':
    case 'item':
      return formatQuantity(value, exactWords(t))
    case 'number':
      return value.text
    case 'address':
      return `${value.address}${addressNote(value, t)}`
    case 'boolean':
      return value.value ? t('yes') : t('no')
    case 'hex':
      return value.hex.length > HEX_SHOWN
        ? t('{start}… ({bytes} bytes)', { start: value.hex.slice(0, HEX_SHOWN), bytes: String(value.bytes) })
        : value.hex
    case 'items':
      // An approver has to see every row, so nothing is summed or shortened.
      return value.items.map((item) => formatQuantity({ kind: 'item', ...item }, exactWords(t))).join(', ')
  }
}

function addressNote({ is, symbol, name }: Extract<FieldValue, { kind: 'address' }>, t: Translate): string {
  if (is === undefined) return ''
  const notes = { wallet: t('this wallet'), zero: t('zero address'), token: symbol ?? name ?? t('token') }
  return ` (${notes[is]})`
}
