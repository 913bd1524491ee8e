/** @jsxImportSource preact */
import { render } from 'preact'
import { expect, test } from 'vitest'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription, CallKind } from '#protocol/display/call-description.ts'
import { callRows, type RowName } from '#protocol/display/call-rows.ts'
import { ROW_NAMES } from '#protocol/display/call-words.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { DETAIL_FIELDS, PARTY_FIELDS, TOKEN_FIELDS } from '#protocol/display/fields-by-role.ts'
import { encodeCall, encodeTokenCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import {
  BOB,
  COIN,
  described,
  ITEMS,
  MULTI,
  STRANGE,
  tokens,
  WALLET,
} from '#protocol/testing/described-calls.ts'
import { readTyped, uint, address } from '#protocol/testing/typed-messages.ts'
import { callWords } from '#widget/calls/call-words.ts'
import { callBlock, drawCall } from '#widget/calls/draw-call.ts'
import { listFacts } from '#widget/calls/list-facts.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { warningList } from '#widget/screens/confirm-screen.ts'
import { h } from '#widget/screens/dom.ts'
import { drawCoins } from '#widget/screens/draw-coins.ts'
import { facts } from '#widget/screens/parts.ts'
import { testStage } from '#widget/testing/test-stage.ts'
import { callsEn, en, signingEn } from '#widget/texts/en.ts'
import { CallView } from './call-view.tsx'

const SEND_ITEM = 'safeTransferFrom(address,address,uint256,uint256,bytes)'
const KEY = ['1', '2']
const at = (to: string, signature: string, params: string[], known = tokens): CallDescription =>
  described(to, encodeCall(signature, params), { tokens: known })
const batchOf = (...calls: Parameters<typeof encodeExecuteBatch>[0]) =>
  described(WALLET, encodeExecuteBatch(calls))

/** A call of every kind. */
const CALLS: Record<CallKind, CallDescription> = {
  'native-transfer': described(BOB, '0x', { value: 5n }),
  'erc20-transfer': at(COIN, 'transfer(address,uint256)', [BOB, '5']),
  'erc20-transfer-from': at(COIN, 'transferFrom(address,address,uint256)', [BOB, STRANGE, '5']),
  'erc20-approve': at(COIN, 'approve(address,uint256)', [BOB, '5']),
  'erc20-increase-allowance': at(COIN, 'increaseAllowance(address,uint256)', [BOB, '5']),
  'erc721-transfer': at(ITEMS, 'transferFrom(address,address,uint256)', [WALLET, BOB, '7']),
  'erc721-approve': at(ITEMS, 'approve(address,uint256)', [BOB, '7']),
  'erc1155-transfer': at(MULTI, SEND_ITEM, [WALLET, BOB, '1', '3', '0xab']),
  'erc1155-batch-transfer': described(
    MULTI,
    encodeTokenCall('erc1155-batch-transfer', {
      from: WALLET,
      to: BOB,
      tokenIds: ['1', '2'],
      amounts: ['3', '4'],
    }).data,
  ),
  'set-approval-for-all': at(ITEMS, 'setApprovalForAll(address,bool)', [BOB, 'true']),
  'revoke-approval-for-all': at(ITEMS, 'setApprovalForAll(address,bool)', [BOB, 'false']),
  'token-transfer': at(STRANGE, 'transfer(address,uint256)', [BOB, '5'], []),
  'token-transfer-from': at(STRANGE, 'transferFrom(address,address,uint256)', [BOB, STRANGE, '5'], []),
  'token-approve': at(STRANGE, 'approve(address,uint256)', [BOB, '5'], []),
  'wallet-set-backup': at(WALLET, 'setBackup(address)', [BOB]),
  'wallet-cancel-recovery': at(WALLET, 'cancelRecovery()', []),
  'wallet-cancel-call': at(WALLET, 'cancelCall(bytes32,uint256)', [`0x${'ab'.repeat(32)}`, '1900000000']),
  'wallet-set-co-signer': at(WALLET, 'setCoSigner(address)', [BOB]),
  'wallet-start-co-signer-removal': at(WALLET, 'startCoSignerRemoval()', []),
  'wallet-keep-co-signer': at(WALLET, 'keepCoSigner()', []),
  'wallet-add-key': at(WALLET, 'addKey(uint256,uint256)', KEY),
  'wallet-remove-key': at(WALLET, 'removeKey(uint256,uint256)', KEY),
  'wallet-object-to-removal': at(STRANGE, 'objectToRemoval()', []),
  'wallet-batch': batchOf(
    { to: COIN, value: 0n, data: encodeCall('approve(address,uint256)', [BOB, '5']) },
    { to: STRANGE, value: 5n, data: '0x12345678' },
  ),
  unknown: described(STRANGE, '0x12345678', { value: 5n }),
}
const PERMIT = {
  domain: { name: 'Demo Coin', version: '1', chainId: 10, verifyingContract: STRANGE },
  types: { Permit: [address('owner'), address('spender'), uint('value'), uint('nonce'), uint('deadline')] },
  primaryType: 'Permit',
  message: {
    owner: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    spender: BOB,
    value: '2',
    nonce: 0,
    deadline: '1800000000',
  },
}
/** A call of every kind, and variants that have their own lines. */
const OPERATIONS: readonly (readonly [name: string, description: CallDescription])[] = [
  ...Object.entries(CALLS),
  ['a signed permit', readTyped(PERMIT).permissions[0] ?? CALLS.unknown],
  ['an unlisted coin', at(COIN, 'transfer(address,uint256)', [BOB, '5'], [])],
  ['an unlimited approval', at(COIN, 'approve(address,uint256)', [BOB, String(2n ** 256n - 1n)])],
  ['a revoked approval', at(COIN, 'approve(address,uint256)', [BOB, '0'])],
  ['an NFT that nobody may move', at(ITEMS, 'approve(address,uint256)', [ZERO_ADDRESS, '7'])],
  ['no backup', at(WALLET, 'setBackup(address)', [ZERO_ADDRESS])],
  ['no co-signer', at(WALLET, 'setCoSigner(address)', [ZERO_ADDRESS])],
  ['coins for their own contract', at(COIN, 'transfer(address,uint256)', [COIN, '5'])],
  ['coins for the zero address', at(COIN, 'transfer(address,uint256)', [ZERO_ADDRESS, '5'])],
  ['a deployment', at(STRANGE, 'deploy(bytes32,bytes)', [`0x${'ab'.repeat(32)}`, '0x6001'], [])],
]

const { stage } = testStage(callWords(en))
/** The widget's own words for the lines that it draws below its large text. */
const WIDGET_NAMES: Partial<Record<RowName, string>> = {
  to: en.labels.to,
  token: en.labels.token,
  spender: callsEn.labels.spender,
  operator: callsEn.labels.operator,
  contract: callsEn.labels.contract,
  collection: callsEn.labels.collection,
  withdrawnFrom: callsEn.labels.withdrawnFrom,
  backup: signingEn.labels.backup,
  coSigner: signingEn.labels.coSigner,
  from: signingEn.labels.holder,
  data: signingEn.labels.data,
  extraData: signingEn.labels.extraData,
  digest: signingEn.labels.data,
  key: signingEn.labels.key,
  value: signingEn.labels.value,
}
const BELOW = [...PARTY_FIELDS, ...TOKEN_FIELDS, ...DETAIL_FIELDS]

function confirmationOf(description: CallDescription): Confirmation {
  const none = checksumAddress(ZERO_ADDRESS)
  const wallet = checksumAddress(WALLET)
  return {
    wallet: { address: wallet, label: '', passkey: null },
    call: {
      walletAddress: wallet,
      toAddress: checksumAddress(COIN),
      value: 0n,
      data: '0x',
      expiration: 0n,
      fee: 0n,
      feeCoinAddress: none,
      feeWithdrawAddress: none,
    },
    chainId: 84_001,
    description,
    coin: { address: COIN, name: 'Demo Coin', symbol: 'DEMO', decimals: 6, balance: null, listed: true },
    fee: null,
    digest: '0x',
    fingerprint: '',
    functionSignature: '',
    expiresInSeconds: 0,
  }
}

type Line = { name: string; hex: string[] }

/** The lines of a list: their names, and all hex values in them except the zero address. */
function linesIn(list: Element | null): Line[] {
  return [...(list?.querySelectorAll(':scope > div') ?? [])].map((row) => {
    const typed = [...row.querySelectorAll('textarea')].map(({ value }) => value)
    const text = [row.querySelector('dd')?.textContent ?? '', ...typed].join('\n')
    return { name: row.querySelector('dt')?.textContent ?? '', hex: hexIn(text) }
  })
}
const hexIn = (text: string): string[] =>
  [...text.matchAll(/0x[\da-f]*/gi)].map(([hex]) => hex).filter((hex) => hex !== ZERO_ADDRESS)

function viewOf(description: CallDescription): HTMLElement {
  const place = document.createElement('div')
  render(<CallView description={description} />, place)
  return place
}

/** The lines of a view that the widget draws below its large text, by the widget's names. */
function viewLines(view: Element, description: CallDescription): Line[] {
  const below = new Map(
    callRows(description, BELOW).map(({ name }) => [ROW_NAMES[name], WIDGET_NAMES[name] ?? '']),
  )
  return linesIn(view.querySelector('dl')).flatMap(({ name, hex }) => {
    const widgetName = below.get(name)
    return widgetName === undefined ? [] : [{ name: widgetName, hex }]
  })
}

test.each(OPERATIONS)(
  'behavior: %s → the widget and the pages draw the same lines in one order',
  (_, call) => {
    const view = viewOf(call)
    const expected = viewLines(view, call)
    expect(linesIn(facts(drawCall.rows(stage, confirmationOf(call))))).toEqual(expected)
    expect(linesIn(facts(listFacts(stage.messages, call, BELOW)))).toEqual(expected)
    // The widget repeats the numbers of its large text exactly.
    const exact = facts(drawCall.exact(stage, confirmationOf(call))).querySelectorAll('dd')
    for (const { textContent } of exact) expect(view.textContent).toContain(textContent)
  },
)

test.each(OPERATIONS)('behavior: %s → the same warnings with the same severity', (_, call) => {
  const place = h('div', {}, warningList(stage, call))
  const inWidget = [...place.querySelectorAll('.warnings > li')].map(({ className }) => className)
  const inView = [...viewOf(call).querySelectorAll(':scope > .warnings > li > .notice')]
  expect(inView.map(({ className }) => className)).toEqual(inWidget.map((tone) => `notice ${tone}`))
})

test('behavior: the calls of a batch have the same lines in both', () => {
  const batch = CALLS['wallet-batch']
  const views = [...viewOf(batch).querySelectorAll('ol > li')]
  const calls = callsIn(batch)
  expect(views).toHaveLength(calls.length)
  for (const [index, call] of calls.entries()) {
    const drawn = h('div', {}, callBlock(stage, call)).querySelector(':scope > dl')
    const view = views[index]
    expect(linesIn(drawn)).toEqual(view && viewLines(view, call))
  }
})

const COINS = OPERATIONS.filter(([, { kind }]) => kind === 'erc20-transfer')

test.each(COINS)('behavior: %s → the first file of the widget draws the same lines', (_, call) => {
  expect(linesIn(facts(drawCoins.rows(stage, confirmationOf(call))))).toEqual(viewLines(viewOf(call), call))
})
