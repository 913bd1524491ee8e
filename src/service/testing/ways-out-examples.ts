import { encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { MessageWay, WayOut } from '#protocol/effects/ways-out.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import {
  CANCEL_RECOVERY,
  RECEIVER,
  takeCall,
  takeFee,
  takeOwnCall,
  takeText,
  takeTokenCall,
  takeTyped,
  UNITS,
  type Example,
  type Walker,
} from './take-way-out.ts'

type Examples<Way extends WayOut> = Readonly<Record<Way, readonly Example[]>>
type MoveWay = Extract<WayOut, `move-${string}`>
type PermissionWay = Extract<WayOut, `allow-${string}` | 'revoke'>
type OtherWay = Exclude<WayOut, MoveWay | PermissionWay | MessageWay>

/** An account that is neither the wallet nor the receiver. */
const OTHER = checksumAddress(`0x${'5'.repeat(40)}`)

/**
 * Examples of every way out. A way out has no example if no call is read as that way at present. `increasingCoin` has
 * `increaseAllowance`, which the demo coin lacks.
 */
export function waysOutExamples(walker: Walker, increasingCoin: Address): Examples<WayOut> {
  return {
    ...moves(walker),
    ...permissions(walker, increasingCoin),
    ...others(walker),
    ...messages(walker),
  }
}

function moves(walker: Walker): Examples<MoveWay> {
  const { address: self } = walker.wallet
  const { erc20: coin, erc721: items } = walker.world.chain.tokens
  const call = (token: Address, signature: string, params: string[]): Example =>
    takeTokenCall(walker, token, signature, params)
  const sendNative = (toAddress: Address, data: Hex = '0x'): Example =>
    takeCall(walker, { toAddress, data, value: String(UNITS) }, { token: ZERO_ADDRESS })
  const transfer = (to: Address): Example => call(coin, 'transfer(address,uint256)', [to, String(UNITS)])
  const transferFrom = (token: Address, from: Address, to: Address): Example =>
    call(token, 'transferFrom(address,address,uint256)', [from, to, String(UNITS)])
  const moveItem = (from: Address, to: Address): Example =>
    call(items, 'safeTransferFrom(address,address,uint256)', [from, to, '1'])
  const moveUnits = (from: Address, to: Address): Example => takeCall(walker, unitsCall(walker, from, to))
  const moveBatch = (from: Address, to: Address): Example => takeCall(walker, batchCall(walker, from, to))
  return {
    'move-coins': [
      transfer(RECEIVER),
      transferFrom(coin, self, RECEIVER),
      sendNative(RECEIVER),
      sendNative(RECEIVER, '0x12345678'),
    ],
    'move-number': [transferFrom(items, self, RECEIVER)],
    'move-item': [moveItem(self, RECEIVER), moveUnits(self, RECEIVER)],
    'move-items': [moveBatch(self, RECEIVER)],
    'move-all': [],
    'move-of-others': [
      transferFrom(coin, OTHER, RECEIVER),
      transferFrom(items, OTHER, RECEIVER),
      ...[moveItem, moveUnits, moveBatch].map((move) => move(OTHER, RECEIVER)),
    ],
    'move-to-itself': [
      transfer(self),
      sendNative(self),
      transferFrom(items, self, self),
      ...[moveItem, moveUnits, moveBatch].map((move) => move(self, self)),
    ],
  }
}

const ITEMS_ABI = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])

function unitsCall({ world }: Walker, from: Address, to: Address): { toAddress: Address; data: Hex } {
  const args = [from, to, 1n, UNITS, '0x'] as const
  const data = encodeFunctionData({ abi: ITEMS_ABI, functionName: 'safeTransferFrom', args })
  return { toAddress: world.chain.tokens.erc1155, data }
}

function batchCall({ world }: Walker, from: Address, to: Address): { toAddress: Address; data: Hex } {
  const args = [from, to, [1n, 2n], [UNITS, UNITS], '0x'] as const
  const data = encodeFunctionData({ abi: ITEMS_ABI, functionName: 'safeBatchTransferFrom', args })
  return { toAddress: world.chain.tokens.erc1155, data }
}

function permissions(walker: Walker, increasingCoin: Address): Examples<PermissionWay> {
  const { erc20: coin, erc721: items } = walker.world.chain.tokens
  const call = (token: Address, signature: string, params: string[]): Example =>
    takeTokenCall(walker, token, signature, params)
  const approve = (token: Address, to: Address, units: bigint): Example =>
    call(token, 'approve(address,uint256)', [to, String(units)])
  const setOperator = (isApproved: boolean): Example =>
    call(items, 'setApprovalForAll(address,bool)', [RECEIVER, String(isApproved)])
  return {
    'allow-coins': [
      approve(coin, RECEIVER, UNITS),
      call(increasingCoin, 'increaseAllowance(address,uint256)', [RECEIVER, String(UNITS)]),
    ],
    'allow-number': [approve(items, RECEIVER, UNITS)],
    'allow-item': [],
    'allow-items': [],
    'allow-all': [setOperator(true)],
    revoke: [approve(coin, RECEIVER, 0n), approve(items, ZERO_ADDRESS, UNITS), setOperator(false)],
  }
}

function others(walker: Walker): Examples<OtherWay> {
  const { world, wallet } = walker
  const { erc20: coin } = world.chain.tokens
  const setBackup = (to: string): Example =>
    takeOwnCall(walker, `0xb7dacbf1${to.slice(2).toLowerCase().padStart(64, '0')}`)
  const own = (signature: string, params: string[] = []): Example =>
    takeOwnCall(walker, encodeCall(signature, params))
  const unread = (toAddress: Address): Example =>
    takeCall(walker, { toAddress, data: '0x12345678' }, { recipient: toAddress })
  const parts = [2n, UNITS - 2n].map((units) => ({
    to: coin,
    value: 0n,
    data: encodeCall('transfer(address,uint256)', [RECEIVER, String(units)]),
  }))
  const finishRecovery = `/v1/baas/wallets/${wallet.address}/finish-recovery`
  return {
    'set-backup': [setBackup(RECEIVER)],
    'remove-backup': [setBackup(ZERO_ADDRESS)],
    'cancel-recovery': [takeOwnCall(walker, CANCEL_RECOVERY)],
    'cancel-call': [takeOwnCall(walker, `0x041a2bc2${'ab'.repeat(32)}${'0'.repeat(64)}`)],
    'set-co-signer': [own('setCoSigner(address)', [RECEIVER])],
    'remove-co-signer': [own('setCoSigner(address)', [ZERO_ADDRESS])],
    'start-co-signer-removal': [own('startCoSignerRemoval()')],
    'keep-co-signer': [own('keepCoSigner()')],
    'add-key': [own('addKey(uint256,uint256)', ['1', '2'])],
    'remove-key': [own('removeKey(uint256,uint256)', ['1', '2'])],
    'object-to-removal': [
      takeCall(walker, { toAddress: OTHER, data: encodeCall('objectToRemoval()', []) }, { recipient: OTHER }),
    ],
    'unread-contract': [unread(coin), unread(OTHER)],
    'unread-wallet': [takeOwnCall(walker, '0x12345678')],
    batch: [takeOwnCall(walker, encodeExecuteBatch(parts))],
    'charged-fee': [takeFee(walker, 1n)],
    'excess-fee': [takeFee(walker, 1n + UNITS)],
    recovery: [{ take: () => world.call('POST', finishRecovery), token: coin, recipient: RECEIVER }],
  }
}

function messages(walker: Walker): Examples<MessageWay> {
  const { world, wallet } = walker
  const uints = ['value', 'nonce', 'deadline'].map((name) => ({ name, type: 'uint256' }))
  const addresses = ['owner', 'spender'].map((name) => ({ name, type: 'address' }))
  const permit = { owner: wallet.address, spender: RECEIVER, value: String(UNITS) }
  const signIn = createSiweMessage({
    domain: 'localhost:4000',
    scheme: 'http',
    address: wallet.address,
    uri: 'http://localhost:4000',
    version: '1',
    chainId: world.chain.chain.id,
    nonce: 'abcd1234',
    issuedAt: new Date(),
  })
  return {
    'message-text': [takeText(walker, 'I accept the terms.')],
    'message-sign-in': [takeText(walker, signIn)],
    'message-permission': [
      takeTyped(walker, {
        primaryType: 'Permit',
        members: [...addresses, ...uints],
        message: { ...permit, nonce: '1', deadline: '4102444800' },
      }),
    ],
    'message-payment': [takeTyped(walker, payment(wallet.address))],
    'message-cancellation': [
      takeTyped(walker, {
        primaryType: 'CancelAuthorization',
        members: [{ name: 'authorizer', type: 'address' }, NONCE],
        message: { authorizer: wallet.address, nonce: ANY_NONCE },
      }),
    ],
    'message-data': [
      takeTyped(walker, {
        primaryType: 'Mail',
        members: [{ name: 'text', type: 'string' }],
        message: { text: 'Hello' },
      }),
      takeText(walker, `${'x'.repeat(31)}#`),
    ],
  }
}

const NONCE = { name: 'nonce', type: 'bytes32' }
const ANY_NONCE = `0x${'7'.repeat(64)}`

/** A payment by signature (EIP-3009). */
function payment(from: Address): Parameters<typeof takeTyped>[1] {
  const addresses = ['from', 'to'].map((name) => ({ name, type: 'address' }))
  const uints = ['value', 'validAfter', 'validBefore'].map((name) => ({ name, type: 'uint256' }))
  const message = { from, to: RECEIVER, value: String(UNITS), validAfter: '0', validBefore: '4102444800' }
  return {
    primaryType: 'TransferWithAuthorization',
    members: [...addresses, ...uints, NONCE],
    message: { ...message, nonce: ANY_NONCE },
  }
}
