import * as chains from 'viem/chains'
import { expect, test } from 'vitest'
import { withChainName } from './chain-name.ts'

test.each([
  [1, 'Ethereum · 1'],
  [8453, 'Base · 8453'],
  [31337, '31337'],
  // Inherited properties of the list are not chains.
  [Number.NaN, 'NaN'],
])('param: chain %d is %s', (chainId, text) => expect(withChainName(chainId, String(chainId))).toBe(text))

test('param: writes the id in the words of the screen', () => {
  expect(withChainName(10, 'Kette 10')).toBe('OP Mainnet · Kette 10')
})

test('param: names and ids match the public list of chains', () => {
  const known = Object.values(chains).filter((one) => typeof one === 'object' && 'id' in one)
  const named = known.flatMap(({ id, name }) => {
    const text = withChainName(id, String(id))
    return text === String(id) ? [] : [[id, text.replace(` · ${id}`, ''), name] as const]
  })
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
  const differing = named.filter(([, ours, theirs]) => plain(ours) !== plain(theirs))
  expect(differing).toEqual([])
  expect(new Set(named.map(([id]) => id)).size).toBe(18)
})
