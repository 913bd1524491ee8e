import { notesEn } from '#widget/texts/en.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { amountText, numberText } from '#widget/screens/parts.ts'
import { timeText, warningItems } from '#widget/screens/blocks.ts'
import type { Stage } from '#widget/screens/stage.ts'
import { drawDifferences } from './draw-differences.ts'
import type { BalanceNote, Notes, PartyNote } from './notes.ts'

/** The notes: warnings first, then the balances. */
export function drawNotes(
  stage: Stage,
  { balances, parties, fee, exact, differences }: Omit<Notes, 'draw'>,
): Child {
  const { messages } = stage
  const texts = messages.parts?.notes ?? notesEn
  const { common } = messages
  return h(
    'div',
    { class: 'warnings' },
    drawDifferences(stage, differences),
    exact.map((amount) =>
      h(
        'p',
        { class: 'exact' },
        `${amountText(messages, amount.units, amount)} = ${common.units(numberText(messages, amount.units.toString()))}`,
      ),
    ),
    warningItems(
      fee.map((note) => [
        'caution',
        (note === 'large' ? texts.feeLarge : messages.warnings['suspicious-token-text']) ?? '',
      ]),
    ),
    warningItems(
      parties.map((note) => [note.kind === 'first' ? 'caution' : 'danger', sentenceOf(messages, note)]),
    ),
    balances.length > 0 &&
      h('p', { class: 'hint' }, [...balances.map((note) => leftOf(messages, note)), texts.source].join(' ')),
  )
}

function leftOf(messages: Messages, { before, after, ...coin }: BalanceNote): string {
  const { balance } = messages.parts?.notes ?? notesEn
  return balance(amountText(messages, before, coin), amountText(messages, after, coin))
}

function sentenceOf(messages: Messages, note: PartyNote): string {
  const { first, imitates, unfinished } = messages.parts?.notes ?? notesEn
  if (note.kind === 'unfinished') return unfinished(note.address, timeText(messages, note.until))
  return note.kind === 'first'
    ? first(note.address, note.whole)
    : imitates[note.like](note.address, note.original)
}
