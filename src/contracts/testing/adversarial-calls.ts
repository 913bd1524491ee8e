import { encodeFunctionData, maxUint256, parseAbi, type Address, type Hex } from 'viem'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { encodeCall, encodeTokenCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch, type BatchCall } from '#protocol/signing/wallet-batch.ts'
import { softwarePasskey } from '#protocol/testing/p256.ts'
import { seededAddress, seededKey } from './seeded-values.ts'

export const WALLET = seededAddress('effects: wallet')
export const THIEF = seededAddress('effects: thief')
export const COIN = seededAddress('effects: coin')
export const ITEMS = seededAddress('effects: items')
export const UNITS = seededAddress('effects: units')
export const HUB = seededAddress('effects: hub')
export const OWNED = seededAddress('effects: owned')
export const ETHER = seededAddress('effects: ether')
/** Another wallet, whose co-signer is this wallet. */
export const GUARDED = seededAddress('effects: guarded')
export const HELD = 1000n
const LISTS = parseAbi(['function multicall(bytes[])', 'function aggregate((address,bytes)[])'])
export const NO_WORD: Hex = `0x${'00'.repeat(32)}`

const deriveKey = (name: string): { x: bigint; y: bigint } =>
  softwarePasskey(seededKey(`effects: ${name} key`), NO_WORD)
/** A key that the wallet does not have, followed by two that it has. */
export const ADDED_KEY = deriveKey('added')
export const PRESENT_KEY = deriveKey('present')
export const FURTHER_KEY = deriveKey('further')
/** Calldata of `addKey` or `removeKey`. */
export const keyCall = (name: 'addKey' | 'removeKey', { x, y }: { x: bigint; y: bigint }): Hex =>
  encodeCall(`${name}(uint256,uint256)`, [String(x), String(y)])

const AMOUNTS = ['0', '1', '600', '1000', String(maxUint256)]
const RS = [NO_WORD, NO_WORD]

/** Every call that an attacker might want a wallet to sign. */
function families(): [name: string, call: BatchCall][] {
  const at = (to: Address, signature: string, params: string[], value = 0n): [string, BatchCall] => [
    `${signature} ${params.join(' ')}`,
    { to, value, data: encodeCall(signature, params) },
  ]
  const coin = (signature: string, before: string[], after: string[] = []) =>
    AMOUNTS.map((units) => at(COIN, signature, [...before, units, ...after]))
  const list = (name: 'multicall', calls: Hex[]): [string, BatchCall] => [
    name,
    { to: HUB, value: 0n, data: encodeFunctionData({ abi: LISTS, functionName: name, args: [calls] }) },
  ]
  const pull = encodeCall('pull(address,address,uint256)', [COIN, THIEF, '1000'])
  const taking = encodeCall('transferFrom(address,address,uint256)', [WALLET, THIEF, '1000'])
  return [
    ...coin('transfer(address,uint256)', [THIEF]),
    ...coin('transferFrom(address,address,uint256)', [WALLET, THIEF]),
    ...coin('transferFrom(address,address,uint256)', [WALLET, WALLET]),
    ...coin('approve(address,uint256)', [THIEF]),
    ...coin('increaseAllowance(address,uint256)', [THIEF]),
    ...coin('increaseApproval(address,uint256)', [THIEF]),
    ...coin(
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      [WALLET, THIEF],
      ['9', '27', ...RS],
    ),
    ...coin('push(address,uint256)', [THIEF]),
    ...coin('move(address,address,uint256)', [WALLET, THIEF]),
    ...coin('send(address,uint256,bytes)', [THIEF], ['0x']),
    ...coin('burn(uint256)', []),
    ...coin('withdraw(uint256)', []),
    ...coin('transferAndCall(address,uint256,bytes)', [THIEF], ['0xab']),
    ...coin('approveAndCall(address,uint256,bytes)', [THIEF], ['0xab']),
    at(COIN, 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)', [
      WALLET,
      THIEF,
      '0',
      '9',
      'true',
      '27',
      ...RS,
    ]),
    at(COIN, 'authorizeOperator(address)', [THIEF]),
    ...[COIN, ITEMS, UNITS].flatMap((token) =>
      ['true', 'false'].map((yes) => at(token, 'setApprovalForAll(address,bool)', [THIEF, yes])),
    ),
    ...['0', '7'].flatMap((id) => [
      at(ITEMS, 'approve(address,uint256)', [THIEF, id]),
      at(ITEMS, 'approve(address,uint256)', [ZERO_ADDRESS, id]),
      at(ITEMS, 'transferFrom(address,address,uint256)', [WALLET, THIEF, id]),
      at(ITEMS, 'safeTransferFrom(address,address,uint256)', [WALLET, THIEF, id]),
      at(ITEMS, 'safeTransferFrom(address,address,uint256,bytes)', [WALLET, THIEF, id, '0xab']),
    ]),
    at(UNITS, 'safeTransferFrom(address,address,uint256,uint256,bytes)', [WALLET, THIEF, '1', '3', '0x']),
    [
      'a batch of units',
      {
        to: UNITS,
        value: 0n,
        data: encodeTokenCall('erc1155-batch-transfer', {
          from: WALLET,
          to: THIEF,
          tokenIds: ['1', '2'],
          amounts: ['3', '4'],
        }).data,
      },
    ],
    at(HUB, 'approve(address,address,uint160,uint48)', [COIN, THIEF, '600', '9']),
    at(HUB, 'transferFrom(address,address,uint160,address)', [WALLET, THIEF, '600', COIN]),
    at(HUB, 'pull(address,address,uint256)', [COIN, THIEF, '600']),
    list('multicall', [pull]),
    [
      'aggregate',
      {
        to: HUB,
        value: 0n,
        data: encodeFunctionData({ abi: LISTS, functionName: 'aggregate', args: [[[COIN, taking]]] }),
      },
    ],
    ...['upgradeTo', 'changeAdmin', 'transferOwnership'].map((name) =>
      at(OWNED, `${name}(address)`, [THIEF]),
    ),
    at(WALLET, 'setBackup(address)', [THIEF]),
    at(WALLET, 'setBackup(address)', [ZERO_ADDRESS]),
    at(WALLET, 'cancelCall(bytes32,uint256)', [NO_WORD, '1900000000']),
    at(WALLET, 'setCoSigner(address)', [THIEF]),
    at(WALLET, 'setCoSigner(address)', [ZERO_ADDRESS]),
    at(WALLET, 'startCoSignerRemoval()', []),
    at(WALLET, 'keepCoSigner()', []),
    ['addKey', { to: WALLET, value: 0n, data: keyCall('addKey', ADDED_KEY) }],
    ['removeKey', { to: WALLET, value: 0n, data: keyCall('removeKey', PRESENT_KEY) }],
    at(GUARDED, 'objectToRemoval()', []),
    at(COIN, 'objectToRemoval()', []),
    ['ether', { to: THIEF, value: 5n, data: '0x' }],
    ['ether with an unread call', { to: COIN, value: 5n, data: '0x' }],
    ['bytes that are no call of the wallet', { to: WALLET, value: 0n, data: '0x12345678' }],
  ]
}

const batch = (...calls: BatchCall[]): BatchCall => ({
  to: WALLET,
  value: 0n,
  data: encodeExecuteBatch(calls),
})
const allowSelf: BatchCall = {
  to: COIN,
  value: 0n,
  data: encodeCall('approve(address,uint256)', [WALLET, String(HELD)]),
}
const WRAPPINGS: [name: string, wrap: (call: BatchCall) => BatchCall][] = [
  ['alone', (call) => call],
  ['in a batch', (call) => batch(call)],
  ['behind an allowance for the wallet itself', (call) => batch(allowSelf, call)],
  ['in a batch in a batch', (call) => batch(batch(call))],
  ['too deep', (call) => batch(batch(batch(call)))],
]

/** Each call alone, in batches, and after the wallet has granted itself an allowance. */
export const ADVERSARIAL_CALLS = families().flatMap(([name, call]) =>
  WRAPPINGS.map(([place, wrap]) => ({ name: `${name} ${place}`, call: wrap(call) })),
)

const coin = { address: COIN, symbol: 'DEMO', decimals: 6, name: 'Demo' }
/** Lists of known tokens. Each call is described with each of them. */
export const KNOWLEDGE: [name: string, tokens: KnownToken[]][] = [
  [
    'all is known',
    [
      { ...coin, balance: HELD },
      { address: ITEMS, symbol: 'ART', decimals: 0, name: 'Art', standard: 'erc721' },
      { address: UNITS, symbol: 'GEM', decimals: 0, name: 'Gems', standard: 'erc1155' },
    ],
  ],
  [
    'no standard is known',
    [coin, ITEMS, UNITS].map((token) =>
      typeof token === 'string'
        ? { address: token, symbol: 'X', decimals: 0, name: 'X' }
        : { ...token, decimals: 0 },
    ),
  ],
  ['a server calls everything a collectible', [{ ...coin, standard: 'erc721' }]],
  ['nothing is known', []],
]
