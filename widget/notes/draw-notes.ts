import { notesEn } from '#widget/messages/notes-en.ts'
import type { Messages } from '#widget/messages/messages.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { amountText, icon, numberText } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import { drawDifferences } from './draw-differences.ts'
import type { BalanceNote, Notes, PartyNote } from './notes.ts'

/** What is worth knowing: warnings first, then what will be left. */
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
    fee.length > 0 &&
      h(
        'ul',
        { class: 'warnings' },
        fee.map((note) =>
          h(
            'li',
            { class: 'caution' },
            icon('alert'),
            note === 'large' ? texts.feeLarge : messages.warnings['suspicious-token-text'],
          ),
        ),
      ),
    parties.length > 0 &&
      h(
        'ul',
        { class: 'warnings' },
        parties.map((note) =>
          h(
            'li',
            { class: note.kind === 'first' ? 'caution' : 'danger' },
            icon('alert'),
            h('span', {}, sentenceOf(messages, note)),
          ),
        ),
      ),
    balances.length > 0 &&
      h('p', { class: 'hint' }, [...balances.map((note) => leftOf(messages, note)), texts.source].join(' ')),
  )
}

function leftOf(messages: Messages, { before, after, ...coin }: BalanceNote): string {
  const { balance } = messages.parts?.notes ?? notesEn
  return balance(amountText(messages, before, coin), amountText(messages, after, coin))
}

function sentenceOf({ parts, language }: Messages, note: PartyNote): string {
  const { first, imitates, unfinished } = parts?.notes ?? notesEn
  if (note.kind === 'unfinished') {
    const until = new Date(note.until).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
    return unfinished(note.address, until)
  }
  return note.kind === 'first'
    ? first(note.address, note.whole)
    : imitates[note.like](note.address, note.original)
}
