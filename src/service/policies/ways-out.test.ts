import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { encodeFunctionData, hashMessage, hashTypedData, parseAbi, type Address, type Hex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { WAYS_OUT, readWay, type Counts, type WayOut } from '#protocol/effects/ways-out.ts'
import type { PolicyRule } from '#protocol/policies.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { WAYS_OF_CALLS } from '#protocol/testing/ways-of-calls.ts'
import { startExecuteHarness } from '#service/testing/execute-harness.ts'
import type { Answer } from '#service/testing/harness.ts'
import type { ExecuteFields } from '#service/testing/wallet-requests.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { storedRule } from './list-policies.ts'

/**
 * The walk: every way out of a wallet, taken on the running service, under every kind of policy. What passes reaches the
 * relay, which is out of order here: the walk asks what policies do, and not what the chain does.
 */
const BOB = checksumAddress('0x00000000000000000000000000000000000c0b0b')
const X = checksumAddress('0x00000000000000000000000000000000000c0ffe')
const FEES = checksumAddress('0x000000000000000000000000000000000000fee5')
const ORIGIN = 'http://localhost:4000'
const MAX = 2n ** 256n - 1n
const UNITS = 5n

const harness = await forFile(startExecuteHarness())
const { erc20: COIN, erc721: ITEMS, erc1155: MULTI } = harness.chain.tokens
const wallet = await harness.createWallet()
const self = wallet.address
const other = checksumAddress(`0x${'5'.repeat(40)}`)
const known: KnownToken[] = [
  { address: COIN, standard: 'erc20', symbol: 'DEMO', name: 'Demo', decimals: 6 },
  { address: ITEMS, standard: 'erc721', symbol: 'CARD', name: 'Cards', decimals: 0 },
]

beforeAll(async () => {
  const body = { standard: 'erc20', name: 'Demo', symbol: 'DEMO' }
  const listed = await harness.call('PUT', `/v1/org/tokens/${COIN}`, { body })
  if (listed.status !== 200) throw new Error(listed.text)
  const down = apiError('UNAVAILABLE', 'the relay is out of order')
  vi.spyOn(harness.ctx.relay, 'submit').mockRejectedValue(down)
})
afterEach(async () => {
  await harness.ctx.db.deleteFrom('policies').execute()
})

/** One way out, taken. `token` and `recipient`: the ones that its row counts. `amount` if it is not `UNITS`. */
type Example = {
  take: () => Promise<Answer>
  token: Address
  recipient: Address
  call?: { toAddress: Address; value?: bigint; data: Hex }
}

function ofCall(
  fields: ExecuteFields & { toAddress: Address; data: Hex },
  counted: Partial<Example> = {},
): Example {
  const { toAddress, data, value = '0' } = fields
  return {
    take: () => harness.execute(harness.signed(wallet, fields)),
    token: toAddress,
    recipient: BOB,
    call: { toAddress, data, value: BigInt(value) },
    ...counted,
  }
}

const onToken = (token: Address, signature: string, params: string[]): Example =>
  ofCall({ toAddress: token, data: encodeCall(signature, params) })
const onWallet = (data: Hex, counted: Partial<Example> = {}): Example =>
  ofCall({ toAddress: self, data }, { token: COIN, ...counted })
const setBackup = (to: string): Hex => `0xb7dacbf1${to.slice(2).toLowerCase().padStart(64, '0')}`
const transferCoin = (to: Address, units = UNITS): Example =>
  onToken(COIN, 'transfer(address,uint256)', [to, String(units)])
const CANCEL_RECOVERY: Hex = '0x0ba234d6'

const itemsAbi = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])
const moveUnits = (from: Address, to: Address): Example =>
  ofCall({
    toAddress: MULTI,
    data: encodeFunctionData({
      abi: itemsAbi,
      functionName: 'safeTransferFrom',
      args: [from, to, 1n, 2n, '0x'],
    }),
  })
const moveBatch = (from: Address, to: Address): Example =>
  ofCall({
    toAddress: MULTI,
    data: encodeFunctionData({
      abi: itemsAbi,
      functionName: 'safeBatchTransferFrom',
      args: [from, to, [1n, 2n], [1n, 1n], '0x'],
    }),
  })
const transferFrom = (token: Address, from: Address, to: Address): Example =>
  onToken(token, 'transferFrom(address,address,uint256)', [from, to, String(UNITS)])
const safeTransfer = (from: Address, to: Address): Example =>
  onToken(ITEMS, 'safeTransferFrom(address,address,uint256)', [from, to, '1'])
const approve = (token: Address, to: Address, units: bigint): Example =>
  onToken(token, 'approve(address,uint256)', [to, String(units)])

/** A call that counts nothing itself, with this fee where 1 is charged. */
function withFee(fee: bigint): Example {
  const charge = { token_address: COIN.toLowerCase(), token_symbol: 'DEMO', token_decimals: 6 }
  const row = { ...charge, amount_per_transaction: '1', withdraw_address: FEES.toLowerCase() }
  const fields = { feeCoinAddress: COIN, feeWithdrawAddress: FEES, fee: String(fee) }
  return {
    take: async () => {
      const values = { ...row, organization_id: harness.demo.id, updated_at: new Date() }
      await harness.ctx.db.insertInto('fee_settings').values(values).execute()
      const body = harness.signed(wallet, { toAddress: self, data: CANCEL_RECOVERY, ...fields })
      const answer = await harness.execute(body)
      await harness.ctx.db.deleteFrom('fee_settings').execute()
      return answer
    },
    token: COIN,
    recipient: FEES,
  }
}

function ofMessage(message: object, hash: () => Hex, counted: Partial<Example> = {}): Example {
  const take = () => {
    const signature = wallet.passkey.sign(messageDigest(harness.chain.chain.id, self, hash()))
    const body = { walletAddress: self, message, origin: ORIGIN, signature }
    return harness.call('POST', '/v1/baas/messages', { body })
  }
  return { take, token: COIN, recipient: BOB, ...counted }
}
const ofText = (text: string): Example => ofMessage({ kind: 'text', text }, () => hashMessage(text))
type TypedData = Parameters<typeof hashTypedData>[0]
const ofTyped = (typedData: TypedData, counted: Partial<Example> = {}): Example =>
  ofMessage({ kind: 'typed-data', typedData }, () => hashTypedData(typedData), counted)

const uint = (name: string) => ({ name, type: 'uint256' })
const address = (name: string) => ({ name, type: 'address' })
const domain = (verifyingContract: Address) => ({ chainId: harness.chain.chain.id, verifyingContract })
const permit = ofTyped({
  domain: domain(COIN),
  types: { Permit: [address('owner'), address('spender'), ...['value', 'nonce', 'deadline'].map(uint)] },
  primaryType: 'Permit',
  message: { owner: self, spender: BOB, value: String(UNITS), nonce: '1', deadline: '4102444800' },
})
const mail = ofTyped({
  domain: domain(COIN),
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  message: { text: 'Hello' },
})
const signIn = createSiweMessage({
  domain: 'localhost:4000',
  scheme: 'http',
  address: self,
  uri: ORIGIN,
  version: '1',
  chainId: harness.chain.chain.id,
  nonce: 'abcd1234',
  issuedAt: new Date(),
})

/** Examples of every way. Empty: no call and no message is read as it today. */
const EXAMPLES: Readonly<Record<WayOut, readonly Example[]>> = {
  'move-coins': [
    transferCoin(BOB),
    transferFrom(COIN, self, BOB),
    ofCall({ toAddress: BOB, data: '0x', value: String(UNITS) }, { token: ZERO_ADDRESS }),
    ofCall({ toAddress: BOB, data: '0x12345678', value: String(UNITS) }, { token: ZERO_ADDRESS }),
  ],
  'move-number': [transferFrom(ITEMS, self, BOB)],
  'move-item': [safeTransfer(self, BOB), moveUnits(self, BOB)],
  'move-items': [moveBatch(self, BOB)],
  'move-all': [],
  'move-of-others': [
    transferFrom(COIN, other, BOB),
    transferFrom(ITEMS, other, BOB),
    safeTransfer(other, BOB),
    moveUnits(other, BOB),
    moveBatch(other, BOB),
  ],
  'move-to-itself': [
    transferCoin(self),
    ofCall({ toAddress: self, data: '0x', value: '1' }, { token: ZERO_ADDRESS }),
    transferFrom(ITEMS, self, self),
    safeTransfer(self, self),
    moveUnits(self, self),
    moveBatch(self, self),
  ],
  'allow-coins': [
    approve(COIN, BOB, UNITS),
    onToken(COIN, 'increaseAllowance(address,uint256)', [BOB, String(UNITS)]),
  ],
  'allow-number': [approve(ITEMS, BOB, UNITS)],
  'allow-item': [],
  'allow-items': [],
  'allow-all': [onToken(ITEMS, 'setApprovalForAll(address,bool)', [BOB, 'true'])],
  revoke: [
    approve(COIN, BOB, 0n),
    approve(ITEMS, ZERO_ADDRESS, UNITS),
    onToken(ITEMS, 'setApprovalForAll(address,bool)', [BOB, 'false']),
  ],
  'set-backup': [onWallet(setBackup(BOB))],
  'remove-backup': [onWallet(setBackup(ZERO_ADDRESS))],
  'cancel-recovery': [onWallet(CANCEL_RECOVERY)],
  'cancel-call': [onWallet(`0x041a2bc2${'ab'.repeat(32)}${'0'.repeat(64)}`)],
  'unread-contract': [
    ofCall({ toAddress: COIN, data: '0x12345678' }, { recipient: COIN }),
    ofCall({ toAddress: other, data: '0x12345678' }, { recipient: other }),
  ],
  'unread-wallet': [onWallet('0x12345678')],
  batch: [
    onWallet(
      encodeExecuteBatch(
        [2n, 3n].map((units) => ({
          to: COIN,
          value: 0n,
          data: encodeCall('transfer(address,uint256)', [BOB, String(units)]),
        })),
      ),
    ),
  ],
  'charged-fee': [withFee(1n)],
  'excess-fee': [withFee(1n + UNITS)],
  'message-text': [ofText('I accept the terms.')],
  'message-sign-in': [ofText(signIn)],
  'message-permission': [permit],
  'message-data': [mail, ofText(`${'x'.repeat(31)}#`)],
  recovery: [
    {
      take: () => harness.call('POST', `/v1/baas/wallets/${self}/finish-recovery`),
      token: COIN,
      recipient: BOB,
    },
  ],
}

const limited = (
  kind: Exclude<PolicyRule['kind'], 'recipients'>,
  tokenAddress: Address,
  amount: bigint,
): PolicyRule =>
  kind === 'approval'
    ? { kind, tokenAddress, amount: String(amount), approvers: [{ email: 'nobody@example.com' }] }
    : { kind, tokenAddress, amount: String(amount) }

type Probe = { rule: PolicyRule; isRefused: boolean }

/** The rules just above and just below what a count says. */
function probesOf(
  kind: PolicyRule['kind'],
  count: Counts[keyof Counts],
  { token, recipient }: Example,
): Probe[] {
  if (kind === 'recipients') return probesOfList(count, recipient)
  const rule = (of: Address, amount: bigint, isRefused: boolean): Probe => ({
    rule: limited(kind, of, amount),
    isRefused,
  })
  switch (count) {
    case 'units':
    case 'parts':
      return [rule(token, UNITS - 1n, true), rule(token, UNITS, false), rule(X, 0n, false)]
    case 'whole-token':
      return [rule(token, MAX, true), rule(X, 0n, false)]
    case 'whole-wallet':
    case 'always':
      return [rule(X, MAX, true)]
    default:
      return [rule(token, 0n, false), rule(ZERO_ADDRESS, 0n, false)]
  }
}

function probesOfList(count: Counts[keyof Counts], recipient: Address): Probe[] {
  const rule = (recipients: Address[], isRefused: boolean): Probe => ({
    rule: { kind: 'recipients', recipients },
    isRefused,
  })
  switch (count) {
    case 'recipient':
    case 'contract':
    case 'parts':
      return [rule([X], true), rule([recipient], false)]
    case 'no-list':
      return [rule([X, self, COIN, recipient], true)]
    default:
      return [rule([X], false)]
  }
}

async function judge(rule: PolicyRule, { take }: Example): Promise<boolean> {
  const now = new Date()
  const row = { id: randomUUID(), organization_id: harness.demo.id, wallet_address: null, name: 'Walk' }
  const stored = { ...row, enabled: true, rule: JSON.stringify(storedRule(rule)) }
  await harness.ctx.db
    .insertInto('policies')
    .values({ ...stored, created_at: now, updated_at: now })
    .execute()
  const { status, content } = await take()
  await harness.ctx.db.deleteFrom('policies').execute()
  // Anything else says that something other than a policy decided.
  expect([content.code ?? status, status]).toBeOneOf([
    ['POLICY_REFUSED', 403],
    ['UNAVAILABLE', 503],
    [200, 200],
    ['CONFLICT', 409],
  ])
  return content.code === 'POLICY_REFUSED'
}

const KINDS = [
  'transaction-limit',
  'day-limit',
  'approval',
  'recipients',
] as const satisfies PolicyRule['kind'][]

describe.each(Object.entries(WAYS_OUT).map(([way, row]) => ({ way, row })))('$way', ({ way, row }) => {
  const examples = Object.entries(EXAMPLES).find(([one]) => one === way)?.[1] ?? []

  test.each(KINDS)('behavior: under a policy of the kind %s → counts as its row says', async (kind) => {
    for (const example of examples)
      for (const { rule, isRefused } of probesOf(kind, row.counts[kind], example))
        expect([rule, await judge(rule, example)]).toEqual([rule, isRefused])
  })
})

test('behavior: the examples take every way that a kind of call has, and no other', () => {
  const found = new Set<string>()
  for (const tokens of [known, []])
    for (const [way, examples] of Object.entries(EXAMPLES))
      for (const { call } of examples) {
        if (call === undefined) continue
        const { value = 0n, ...bytes } = call
        const read = describeCall({ chainId: 1, walletAddress: self, value, tokens, ...bytes })
        if (way === 'batch') found.add(`${read.kind} ${way}`)
        else if (value === 0n || bytes.data === '0x')
          for (const effect of read.effects) found.add(`${read.kind} ${readWay(effect, self)}`)
      }
  const stated = Object.entries(WAYS_OF_CALLS).flatMap(([kind, ways]) => ways.map((way) => `${kind} ${way}`))
  expect([...found].toSorted()).toEqual(stated.toSorted())
})
