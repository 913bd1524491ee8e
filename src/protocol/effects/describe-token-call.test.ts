import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeCall, encodeTokenCall } from '#protocol/signing/calldata.ts'
import {
  BOB,
  codes,
  COIN,
  described,
  ITEMS,
  MULTI,
  STRANGE,
  findValue,
  WALLET,
} from '#protocol/testing/described-calls.ts'

describe('describeCall: coins', () => {
  test('behavior: a transfer of a known coin has no warning', () => {
    expect(described(COIN, encodeCall('transfer(address,uint256)', [BOB, '1500000']))).toEqual({
      kind: 'erc20-transfer',
      chainId: 84_001,
      effects: [
        {
          does: 'move',
          token: COIN,
          what: { is: 'coins', units: '1500000' },
          from: WALLET,
          to: BOB.toLowerCase(),
        },
      ],
      severity: 'none',
      warnings: [],
      fields: [
        {
          label: 'amount',
          value: {
            kind: 'amount',
            text: '1.5',
            symbol: 'DEMO',
            units: '1500000',
            decimals: 6,
            unlimited: false,
          },
        },
        { label: 'to', value: { kind: 'address', address: BOB } },
        {
          label: 'token',
          value: { kind: 'address', address: COIN, is: 'token', name: 'Demo Coin', symbol: 'DEMO' },
        },
      ],
    })
  })

  test('behavior: an unknown token has exact units and a warning', () => {
    const call = described(STRANGE, encodeCall('transfer(address,uint256)', [BOB, '1500000']))
    expect(findValue(call, 'amount')).toEqual({ kind: 'units', units: '1500000', unlimited: false })
    expect(codes(call)).toEqual(['unknown-token'])
    expect(call.severity).toBe('caution')
  })

  test.each([
    ['the token itself', COIN, COIN, ['to-token-contract']],
    ['another known token', COIN, MULTI, ['to-token-contract']],
    ['an unknown token itself', STRANGE, STRANGE, ['to-token-contract', 'unknown-token']],
    ['nobody', COIN, ZERO_ADDRESS, ['to-zero-address']],
    ['the wallet itself', COIN, WALLET, ['self-transfer']],
  ])('behavior: a transfer to %s → a warning', (_, token, to, warnings) => {
    expect(codes(described(token, encodeCall('transfer(address,uint256)', [to, '1'])))).toEqual(warnings)
  })

  test.each([
    [2n ** 256n - 1n, true],
    [2n ** 160n - 1n, true],
    [2n ** 128n - 1n, true],
    [2n ** 112n, true],
    [2n ** 112n - 1n, false],
    [2n ** 96n - 1n, true],
    [2n ** 96n, false],
    [0n, false],
  ])('behavior: an allowance of %d: unlimited is %s', (amount, unlimited) => {
    const call = described(COIN, encodeCall('approve(address,uint256)', [BOB, amount.toString()]))
    expect(call.kind).toBe('erc20-approve')
    expect(findValue(call, 'amount')).toMatchObject({ units: amount.toString(), unlimited })
    expect(codes(call)).toEqual(unlimited ? ['unlimited-allowance'] : [])
    expect(call.severity).toBe(unlimited ? 'danger' : 'none')
  })

  test('behavior: describes an increased allowance and a transfer from another account', () => {
    const increase = described(COIN, encodeCall('increaseAllowance(address,uint256)', [BOB, '5']))
    expect(increase.kind).toBe('erc20-increase-allowance')
    const from = described(COIN, encodeCall('transferFrom(address,address,uint256)', [BOB, WALLET, '5']))
    expect([from.kind, codes(from)]).toEqual(['erc20-transfer-from', ['from-other-account']])
  })

  test('behavior: tokens that the wallet holds leave it, whichever function moves them', () => {
    const own = encodeCall('transferFrom(address,address,uint256)', [WALLET, BOB, '5'])
    const coins = described(COIN, own)
    expect([coins.kind, codes(coins)]).toEqual(['erc20-transfer', []])
    expect(coins.effects).toMatchObject([{ does: 'move', what: { is: 'coins', units: '5' }, from: WALLET }])
    expect(described(STRANGE, own)).toMatchObject({ kind: 'token-transfer', severity: 'caution' })
    const toToken = encodeCall('transferFrom(address,address,uint256)', [WALLET, COIN, '5'])
    expect(codes(described(COIN, toToken))).toEqual(['to-token-contract'])
  })

  test('behavior: an amount of zero revokes an allowance of a known coin, and approves the first item of any other token', () => {
    const zero = encodeCall('approve(address,uint256)', [BOB, '0'])
    expect(described(COIN, zero).effects).toMatchObject([{ does: 'grant', sets: 'nothing' }])
    for (const token of [STRANGE, ITEMS])
      expect(described(token, zero).effects).toMatchObject([{ does: 'grant', sets: 'to' }])
    const nobody = encodeCall('approve(address,uint256)', [ZERO_ADDRESS, '0'])
    expect(described(STRANGE, nobody).effects).toMatchObject([{ does: 'grant', sets: 'nothing' }])
  })

  test('behavior: a token with decimals is a coin, regardless of its stated standard', () => {
    const lied = [{ address: COIN, symbol: 'DEMO', decimals: 6, name: 'Demo', standard: 'erc721' as const }]
    const call = described(COIN, encodeCall('approve(address,uint256)', [BOB, '90000000']), { tokens: lied })
    expect([call.kind, findValue(call, 'amount')]).toMatchObject(['erc20-approve', { text: '90' }])
  })

  test.each([
    ['100', []],
    ['101', ['allowance-over-balance']],
    ['1000', ['allowance-over-balance']],
    [(2n ** 112n).toString(), ['unlimited-allowance']],
  ])('behavior: an allowance of %s when the wallet has 100 → the right warnings', (amount, warnings) => {
    const held = [{ address: COIN, symbol: 'DEMO', decimals: 6, name: 'Demo', balance: 100n }]
    for (const name of ['approve', 'increaseAllowance', 'increaseApproval']) {
      const data = encodeCall(`${name}(address,uint256)`, [BOB, amount])
      expect(codes(described(COIN, data, { tokens: held }))).toEqual(warnings)
    }
  })

  test.each([
    ['000 DEMO', true],
    [',000,000', true],
    ['e-6 DEMO', true],
    ['× 0.001 DEMO', true],
    ['.5', true],
    ['DE MO', true],
    ['DEMO', false],
    ['1INCH', false],
    ['$WIF', false],
    ['USDC.e', false],
    ['ETH', false],
  ])('behavior: the symbol %s could continue the number before it: %s', (symbol, isSuspicious) => {
    const named = [{ address: COIN, symbol, decimals: 6, name: 'Demo' }]
    const call = described(COIN, encodeCall('transfer(address,uint256)', [BOB, '1']), { tokens: named })
    expect(codes(call)).toEqual(isSuspicious ? ['suspicious-token-text'] : [])
  })

  test('behavior: native coin sent with a call is shown with a warning', () => {
    const data = encodeCall('transfer(address,uint256)', [BOB, '1'])
    const call = described(COIN, data, { value: 10n ** 18n })
    expect(findValue(call, 'value')).toMatchObject({ text: '1', symbol: 'ETH' })
    expect(codes(call)).toEqual(['value-with-call'])
  })

  test('behavior: makes a token text that hides something harmless and warns', () => {
    const hostile = [{ address: COIN, symbol: 'US\u200bDC\u202e', decimals: 6, name: 'Dеmo' }]
    const call = described(COIN, encodeCall('transfer(address,uint256)', [BOB, '1']), { tokens: hostile })
    expect(findValue(call, 'amount')).toMatchObject({ symbol: 'USDC' })
    expect(codes(call)).toEqual(['suspicious-token-text'])
  })
})

describe('describeCall: items', () => {
  test('behavior: a transfer of one item, with and without extra bytes', () => {
    const params = [WALLET, BOB, '7']
    const plain = described(ITEMS, encodeCall('safeTransferFrom(address,address,uint256)', params))
    expect([plain.kind, plain.warnings]).toEqual(['erc721-transfer', []])
    expect(findValue(plain, 'tokenId')).toEqual({ kind: 'number', text: '7' })
    const more = described(
      ITEMS,
      encodeCall('safeTransferFrom(address,address,uint256,bytes)', [...params, '0xab']),
    )
    expect(findValue(more, 'data')).toEqual({ kind: 'hex', hex: '0xab', bytes: 1 })
  })

  test('behavior: approve and transferFrom follow the kind of a known token, and are ambiguous otherwise', () => {
    const approve = encodeCall('approve(address,uint256)', [BOB, '7'])
    const transferFrom = encodeCall('transferFrom(address,address,uint256)', [WALLET, BOB, '7'])
    expect(described(ITEMS, approve).kind).toBe('erc721-approve')
    expect(described(ITEMS, transferFrom).kind).toBe('erc721-transfer')
    expect(described(COIN, approve).kind).toBe('erc20-approve')
    const unknown = described(STRANGE, approve)
    expect([unknown.kind, codes(unknown)]).toEqual(['token-approve', ['ambiguous-token', 'unknown-token']])
    expect(findValue(unknown, 'number')).toEqual({ kind: 'number', text: '7' })
    expect(described(STRANGE, transferFrom).kind).toBe('token-transfer')
    const bare = [{ address: STRANGE, symbol: 'X', decimals: 0, name: 'X' }]
    expect(codes(described(STRANGE, approve, { tokens: bare }))).toEqual(['ambiguous-token'])
  })

  test('behavior: a huge item id is no unlimited allowance, but an ambiguous huge number is', () => {
    const huge = encodeCall('approve(address,uint256)', [BOB, (2n ** 256n - 1n).toString()])
    expect(codes(described(ITEMS, huge))).toEqual([])
    expect(codes(described(STRANGE, huge))).toContain('unlimited-allowance')
  })

  test('behavior: a permission over a whole collection is dangerous, its revocation is not', () => {
    const grant = described(ITEMS, encodeCall('setApprovalForAll(address,bool)', [BOB, 'true']))
    expect([grant.kind, codes(grant), grant.severity]).toEqual([
      'set-approval-for-all',
      ['operator-grant'],
      'danger',
    ])
    const revoke = described(ITEMS, encodeCall('setApprovalForAll(address,bool)', [BOB, 'false']))
    expect([revoke.kind, codes(revoke), revoke.severity]).toEqual(['revoke-approval-for-all', [], 'none'])
  })

  test('behavior: describes units and batches of a multi-token', () => {
    const one = encodeCall('safeTransferFrom(address,address,uint256,uint256,bytes)', [
      WALLET,
      BOB,
      '7',
      '3',
      '0x',
    ])
    expect(described(MULTI, one)).toMatchObject({ kind: 'erc1155-transfer', severity: 'none' })
    expect(findValue(described(MULTI, one), 'amount')).toEqual({ kind: 'item', tokenId: '7', units: '3' })
    const batch = encodeTokenCall('erc1155-batch-transfer', {
      from: WALLET,
      to: BOB,
      tokenIds: ['7', '8'],
      amounts: ['3', '4'],
    }).data
    expect(findValue(described(MULTI, batch), 'items')).toEqual({
      kind: 'items',
      items: [
        { tokenId: '7', units: '3' },
        { tokenId: '8', units: '4' },
      ],
    })
  })

  test('error: a batch with lists of different lengths is unknown', () => {
    const batch = encodeTokenCall('erc1155-batch-transfer', {
      from: WALLET,
      to: BOB,
      tokenIds: ['7', '8'],
      amounts: ['3', '4'],
    }).data
    // The last list of two becomes a list of one: `[2, 3, 4]` -> `[1, 3]`, and the offset of the bytes moves
    // up.
    const words = batch.slice(10).match(/.{64}/g) ?? []
    const shorter = [
      ...words.slice(0, 8),
      words[8]?.replace(/2$/, '1') ?? '',
      words[9] ?? '',
      words[11] ?? '',
    ]
    shorter[4] = (BigInt(`0x${shorter[4] ?? '0'}`) - 32n).toString(16).padStart(64, '0')
    expect(described(MULTI, `${batch.slice(0, 10)}${shorter.join('')}`).kind).toBe('unknown')
  })
})
