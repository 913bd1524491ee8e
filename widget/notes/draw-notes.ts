import { shortAddress } from '#protocol/display/address.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { timeText, warningItems } from '#widget/screens/blocks.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { amountText, numberText } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import { notesEn } from '#widget/texts/en.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { drawReview, type Reviews } from './draw-review.ts'
import type { BalanceNote, Notes, PartyNote } from './notes.ts'

type Warning = readonly [severity: string, text: string]

const NAME_LENGTH_MAX = 60

/** Displays the notes: warnings first, then the balances. */
export function drawNotes(
  stage: Stage,
  { balances, parties, payees, fee, exact, isOneParty }: Omit<Notes, 'draw' | 'check'>,
  reviews: Reviews,
): Child {
  const { messages } = stage
  const texts = messages.parts?.notes ?? notesEn
  const { common } = messages
  const toText = isOneParty ? shortAddress : (address: string) => address
  const said = [
    ...payees.map(({ address, name }) =>
      texts.payee(toText(address), harmlessText(name, NAME_LENGTH_MAX).text),
    ),
    ...balances.map((note) => describeLeft(messages, note)),
  ]
  return h(
    'div',
    { class: 'warnings' },
    drawReview(stage, reviews),
    exact.map((amount) =>
      h(
        'p',
        { class: 'exact' },
        `${amountText(messages, amount.units, amount)} = ${common.units(numberText(messages, amount.units.toString()))}`,
      ),
    ),
    warningItems([
      ...fee.map((note): Warning => [
        'caution',
        (note === 'large' ? texts.feeLarge : messages.warnings['suspicious-token-text']) ?? '',
      ]),
      ...parties.map((note): Warning => [
        SEVERITY[note.kind],
        describeParty(messages, note, toText(note.address)),
      ]),
    ]),
    said.length > 0 && h('p', { class: 'hint' }, [...said, texts.source].join(' ')),
  )
}

function describeLeft(messages: Messages, { before, after, ...coin }: BalanceNote): string {
  const { balance } = messages.parts?.notes ?? notesEn
  return balance(amountText(messages, before, coin), amountText(messages, after, coin))
}

const SEVERITY: Record<PartyNote['kind'], string> = {
  first: 'caution',
  imitates: 'danger',
  unchecked: 'caution',
  unfinished: 'danger',
}

/** `address` is the note's address as displayed. An imitation is compared with its original, so it stays whole. */
function describeParty(messages: Messages, note: PartyNote, address: string): string {
  const { first, imitates, unchecked, unfinished } = messages.parts?.notes ?? notesEn
  if (note.kind === 'unfinished') return unfinished(address, timeText(messages, note.until))
  if (note.kind === 'unchecked') return unchecked(address)
  if (note.kind === 'first') return first(address, note.whole)
  if (note.like !== 'named') return imitates[note.like](note.address, note.original)
  const name = harmlessText(note.name, NAME_LENGTH_MAX).text
  return imitates.named(note.address, note.original === undefined ? name : `${name} (${note.original})`)
}
