import { numberIn, valueIn, type CallDescription } from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { DETAIL_FIELDS, PARTY_FIELDS, TOKEN_FIELDS } from '#protocol/display/fields-by-role.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { amountBlock } from '#widget/screens/blocks.ts'
import { warningList, type Draw } from '#widget/screens/confirm-screen.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { facts, numberText, type Fact } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { callTexts, signingTexts } from './call-words.ts'
import { formattedBlock } from './draw-formatted.ts'
import { listFacts } from './list-facts.ts'
import { summarizeCall, type Part } from './summarize-call.ts'
import { itemsIn } from './to-widget-call.ts'
import { askUnread } from './unread-screen.ts'
import css from './calls.css?inline'

/** Displays a call other than a token transfer. A call that grants more than one NFT is red. */
export const drawCall: Draw = {
  before: askUnread,
  what(stage, confirmation) {
    stage.adopt(css)
    return h(
      'div',
      {},
      drawWhat(stage.messages, confirmation),
      itemTable(stage.messages, confirmation.description),
      formattedBlock(stage.messages, confirmation.description),
      callList(stage, confirmation.description),
    )
  },
  rows: ({ messages }, { description }) => [
    listFacts(messages, description, PARTY_FIELDS)[0] ?? null,
    listFacts(messages, description, TOKEN_FIELDS)[0] ?? null,
    ...listFacts(messages, description, DETAIL_FIELDS),
  ],
  exact: ({ messages }, confirmation) => listExact(messages, confirmation),
}

function drawWhat(messages: Messages, part: Part): HTMLElement {
  const { label, main, remark } = summarizeCall(messages, part)
  return amountBlock(label, main, remark, part.description.severity === 'danger')
}

/** Every call of a batch in order, each displayed like a single call. */
function callList(stage: Stage, description: CallDescription): Child {
  const { messages } = stage
  const calls = callsIn(description)
  if (calls.length === 0) return null
  return h(
    'ol',
    { class: 'calls' },
    calls.map((call, index) =>
      h(
        'li',
        {},
        h('h3', {}, signingTexts(messages).callNumber(index + 1, calls.length)),
        callBlock(stage, call),
      ),
    ),
  )
}

/** One call of several, with its own warnings and parties. */
export function callBlock(stage: Stage, call: CallDescription): Child[] {
  const { messages } = stage
  return [
    drawWhat(messages, { description: call }),
    itemTable(messages, call),
    formattedBlock(messages, call),
    callList(stage, call),
    warningList(stage, call),
    facts(listFacts(messages, call, [...PARTY_FIELDS, ...TOKEN_FIELDS, ...DETAIL_FIELDS])),
  ]
}

/** Every item of a batch, in a part of the card that can be scrolled with the keyboard. */
function itemTable(messages: Messages, description: CallDescription): Child {
  const { labels } = callTexts(messages)
  const items = itemsIn(description)
  if (items.length === 0) return null
  const cell = (text: string) => h('td', {}, text)
  const head = [labels.row, labels.id, labels.amounts].map((name) => h('th', { scope: 'col' }, name))
  return h(
    'div',
    { class: 'items', role: 'region', tabindex: 0, 'aria-label': labels.everyRow },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, head)),
      h(
        'tbody',
        {},
        items.map(({ tokenId, units }, index) =>
          h('tr', {}, cell(String(index + 1)), cell(tokenId), cell(numberText(messages, units))),
        ),
      ),
    ),
  )
}

function listExact(messages: Messages, { description }: Confirmation): Fact[] {
  const { labels } = callTexts(messages)
  const code = (text: string) => h('code', { dir: 'ltr' }, text)
  const rows: Fact[] = []
  if (valueIn(description, 'tokenId') !== undefined)
    rows.push([labels.id, code(numberIn(description, 'tokenId'))])
  const number = valueIn(description, 'number') === undefined ? 'amount' : 'number'
  const value = valueIn(description, number)
  // The units of an ERC-1155 token are a count, not base units.
  const name = value?.kind === 'item' ? labels.amounts : messages.labels.exactAmount
  if (value !== undefined) rows.push([name, code(numberIn(description, number))])
  return rows
}
