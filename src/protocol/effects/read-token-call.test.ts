import { describe, expect, test } from 'vitest'
import { encodeCall, encodeTokenFunction } from '#protocol/signing/calldata.ts'
import { BOB, COIN, described, MULTI, STRANGE, WALLET } from '#protocol/testing/described-calls.ts'

const approve = encodeCall('approve(address,uint256)', [BOB, '7'])
const quantityIn = (more: Parameters<typeof described>[2]) => {
  const [effect] = described(STRANGE, approve, more).effects
  return effect?.does === 'grant' ? effect.what : undefined
}

describe('the meaning of a number', () => {
  test.each([
    ['erc20', { is: 'coins', units: '7' }],
    ['erc721', { is: 'item', id: '7' }],
    ['erc1155', { is: 'number', text: '7' }],
  ] as const)('behavior: for a token that the wallet holds, its standard %s decides', (standard, what) => {
    const held = [
      { address: COIN, standard: 'erc721' as const },
      { address: STRANGE, standard },
    ]
    expect(quantityIn({ held })).toEqual(what)
  })

  test('behavior: a listed token with decimals is a coin, regardless of the holdings', () => {
    const listed = { address: STRANGE, symbol: 'X', name: 'X', decimals: 2 }
    const held = [{ address: STRANGE, standard: 'erc721' as const }]
    expect(quantityIn({ tokens: [listed], held })).toEqual({ is: 'coins', units: '7' })
    expect(quantityIn({ tokens: [{ ...listed, decimals: 0 }], held })).toEqual({ is: 'item', id: '7' })
  })

  test('behavior: for any other token it is unknown', () => {
    expect(quantityIn({})).toEqual({ is: 'number', text: '7' })
  })
})

test.each([
  ['no item', '[]', '[]', []],
  ['one item', '["1"]', '["2"]', [{ tokenId: '1', units: '2' }]],
  [
    'two items',
    '["1","3"]',
    '["2","4"]',
    [
      { tokenId: '1', units: '2' },
      { tokenId: '3', units: '4' },
    ],
  ],
])('behavior: reads a batch of %s item by item', (_, ids, amounts, items) => {
  const signature = 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'
  const data = encodeTokenFunction(signature, [WALLET, BOB, ids, amounts, '0x'])
  expect(described(MULTI, data).effects).toMatchObject([{ does: 'move', what: { is: 'items', items } }])
})
