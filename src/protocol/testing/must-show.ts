import { checksumAddress } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { WARNING_SENTENCES } from '#protocol/display/warning-sentences.ts'
import type { Effect } from '#protocol/effects/effect.ts'

/**
 * Facts of a call that a screen must show without a click. `dangers`: one sentence each, in red. `facts`: whole
 * addresses, items and unread bytes. `amounts`: in human units and in base units.
 */
export function mustShow(description: CallDescription): {
  dangers: string[]
  facts: string[]
  amounts: { text: string; units: string }[]
} {
  const all = flatten(description)
  return {
    dangers: all.flatMap(({ warnings }) =>
      warnings.filter(({ severity }) => severity === 'danger').map(({ code }) => WARNING_SENTENCES[code]),
    ),
    facts: [...description.effects.flatMap(addressesIn), ...all.flatMap(numbersIn)],
    amounts: all.flatMap(amountsIn),
  }
}

function flatten(description: CallDescription): CallDescription[] {
  return [description, ...callsIn(description).flatMap(flatten)]
}

function addressesIn(effect: Effect): string[] {
  switch (effect.does) {
    case 'move':
    case 'grant':
    case 'backup':
    case 'co-signer':
      return [checksumAddress(effect.to)]
    case 'object-to-removal':
    case 'unread':
      return [checksumAddress(effect.contract)]
    case 'cancel-recovery':
    case 'cancel-call':
    case 'start-co-signer-removal':
    case 'keep-co-signer':
    case 'add-key':
    case 'remove-key':
      return []
  }
}

function numbersIn({ fields }: CallDescription): string[] {
  return fields.flatMap(({ label, value }) => {
    if (value.kind === 'number') return [value.text]
    if (value.kind === 'item') return [value.units ?? value.tokenId]
    if (value.kind === 'hex' && (label === 'data' || label === 'key')) return [value.hex]
    return value.kind === 'units' && !value.unlimited ? [value.units] : []
  })
}

function amountsIn({ fields }: CallDescription): { text: string; units: string }[] {
  return fields.flatMap(({ value }) =>
    value.kind === 'amount' && !value.unlimited ? [{ text: value.text, units: value.units }] : [],
  )
}

/** The text of an element that is readable without opening anything. */
export function visibleText(element: Element): string {
  const copy = document.createElement('div')
  copy.innerHTML = element.innerHTML
  for (const closed of copy.querySelectorAll('details:not([open]) > :not(summary), [hidden]')) closed.remove()
  const typed = [...element.querySelectorAll('textarea')].map(({ value }) => value)
  return [copy.textContent, ...typed].join('\n')
}
