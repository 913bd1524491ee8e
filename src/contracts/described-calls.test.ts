import { expect, test } from 'vitest'
import {
  ADVERSARIAL_CALLS,
  COIN,
  ETHER,
  GUARDED,
  HUB,
  ITEMS,
  KNOWLEDGE,
  OWNED,
  THIEF,
  UNITS,
  WALLET,
} from '#contracts/testing/adversarial-calls.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'

const NAMES = Object.entries({ COIN, ETHER, GUARDED, HUB, ITEMS, OWNED, THIEF, UNITS, WALLET })

/** JSON without punctuation, with names for known addresses. */
function readable(value: unknown): string {
  const text = JSON.stringify(value)
    .replaceAll('"', '')
    .replaceAll(/\b(?:does|is|kind|label|value):|,unlimited:false/g, '')
  return NAMES.reduce((left, [name, address]) => left.replaceAll(new RegExp(address, 'gi'), name), text)
}

test('behavior: the description of each adversarial call changes only on purpose', async () => {
  const lines = ADVERSARIAL_CALLS.filter(({ name }) => name.endsWith(' alone')).flatMap(({ name, call }) => {
    const described = KNOWLEDGE.map(([known, tokens]) => {
      const { to: toAddress, value, data } = call
      const { severity, kind, warnings, effects, fields } = describeCall({
        chainId: 1,
        walletAddress: WALLET,
        toAddress,
        value,
        data,
        tokens,
      })
      return `  ${known}: ${severity} ${kind} ${readable(warnings)}\n    ${readable(effects)}\n    ${readable(fields)}\n`
    })
    return `${readable(name)}\n${described.join('')}`
  })
  await expect(lines.join('')).toMatchFileSnapshot('./testing/described-calls.txt')
})
