import { encodeFunctionData, hashTypedData, parseAbi, type TypedDataDefinition } from 'viem'
import { describe, expect, test } from 'vitest'
import { compileTargets } from '#contracts/testing/compile-targets.ts'
import { heldMessageSchema } from '#protocol/approver-api.ts'
import { TYPED_DATA_VALUES_MAX } from '#protocol/limits.ts'
import { readMessage } from '#protocol/messages/read-message.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { deployRuntime } from '#service/testing/answering-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { newPermit, signedPermit } from '#service/testing/signed-permit.ts'
import { refusedFields } from '#service/testing/test-service.ts'

const world = await forFile(serviceWorld.approvals())
const { id: chainId } = world.chain.chain
const one = await world.protectedWallet()
const { address } = one.wallet

const post = (body: object) => world.call('POST', '/v1/baas/messages', { body })
/** Holds typed data that the wallet signed as viem hashes it. `sent`: another spelling to send. */
const hold = (typedData: TypedDataDefinition, sent: object = typedData) =>
  post({
    ...signedPermit(world.chain, one.wallet, typedData),
    message: { kind: 'typed-data', typedData: sent },
  })
const readHeld = async (uuid: string) =>
  heldMessageSchema.parse((await one.approver.get(`/messages/${uuid}`)).content)

describe('the stored copy', () => {
  test('behavior: another spelling of the same message → the same approval, and one canonical copy', async () => {
    const permit = newPermit(world.chain, address)
    const { domain, message } = permit
    const spelled = {
      ...permit,
      domain: { ...domain, chainId: `0x${chainId.toString(16)}` },
      message: { ...message, owner: address.toLowerCase(), value: '0x05', extra: 'not signed' },
    }
    const first = (await hold(permit, spelled)).content
    expect(first).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect((await hold(permit)).content).toEqual(first)
    const held = await readHeld(first.messageUuid)
    expect(held.message).toMatchObject({
      kind: 'typed-data',
      typedData: { domain: { chainId: String(chainId) }, primaryType: 'Permit' },
    })
    const typedData = 'typedData' in held.message ? held.message.typedData : {}
    expect(typedData['message']).toEqual({ ...message, value: '5' })
  })
})

describe('typed data that is expensive or ambiguous', () => {
  const member = (name: string, type: string) => ({ name, type })
  const doubling = Object.fromEntries(
    Array.from({ length: 21 }, (_, index) => [
      `A${index}`,
      index === 20 ? [] : [member('a', `A${index + 1}`), member('b', `A${index + 1}`)],
    ]),
  )
  const values = {
    types: { T: [member('a', 'uint8[]')] },
    message: { a: Array(3_000).fill(1) },
    primaryType: 'T',
  }
  const number = { types: { T: [member('a', 'uint256')] }, primaryType: 'T' }
  test.each([
    [
      'types that double with each level',
      { types: doubling, primaryType: 'A0', message: {} },
      'message.a',
      'is required',
    ],
    [
      '3,000 values',
      values,
      `message.a[${TYPED_DATA_VALUES_MAX - 3}]`,
      `exceeds the limit of ${TYPED_DATA_VALUES_MAX} values`,
    ],
    ['a number beyond 2^53', { ...number, message: { a: 2 ** 53 } }, 'message.a', 'must be a whole number'],
    ['an empty string', { ...number, message: { a: '' } }, 'message.a', 'must be a whole number'],
  ])('error: %s → 400 with the path of the member', async (_what, typedData, path, rule) => {
    const body = signedPermit(world.chain, one.wallet)
    const answer = await post({
      ...body,
      message: { kind: 'typed-data', typedData: { domain: {}, ...typedData } },
    })
    expect(answer.status).toBe(400)
    expect(answer.content.code).toBe('VALIDATION_FAILED')
    expect(refusedFields(answer)).toEqual([`message.typedData.${path}`])
    expect(answer.text).toContain(rule)
  })
})

describe('payments by signature (EIP-3009)', () => {
  const PAYMENT =
    'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature'
  const abi = parseAbi([
    'function mint(address to, uint256 value)',
    `function transferWithAuthorization(${PAYMENT})`,
    'function balanceOf(address) view returns (uint256)',
  ])
  const PAYEE = '0x00000000000000000000000000000000000C0111'
  const members = [
    ...['from', 'to'].map((name) => ({ name, type: 'address' })),
    ...['value', 'validAfter', 'validBefore'].map((name) => ({ name, type: 'uint256' })),
    { name: 'nonce', type: 'bytes32' },
  ]

  test('behavior: a payment that its approver approved → the tokens move, by the overload with `bytes signature`', async () => {
    const code = compileTargets('test/targets/AuthorizationCoin.sol').get('AuthorizationCoin') ?? '0x'
    const coin = await deployRuntime(world.chain, code)
    const { send } = world.chain
    await send({ to: coin, data: encodeFunctionData({ abi, functionName: 'mint', args: [address, 1_000n] }) })
    const nonce = `0x${'a1'.repeat(32)}` as const
    const message = {
      from: address,
      to: PAYEE,
      value: 600n,
      validAfter: 0n,
      validBefore: 2n ** 40n,
      nonce,
    } as const
    const typedData = {
      domain: { name: 'USD Coin', version: '2', chainId, verifyingContract: coin },
      types: { TransferWithAuthorization: members },
      primaryType: 'TransferWithAuthorization',
      message,
    } as const
    const texts = { ...message, value: '600', validAfter: 0, validBefore: String(message.validBefore) }
    const body = {
      ...signedPermit(world.chain, one.wallet, typedData),
      message: { kind: 'typed-data', typedData: { ...typedData, message: texts } },
    }
    const { messageUuid, number } = (await post(body)).content
    const held = await readHeld(messageUuid)
    const tokens = [{ address: coin, name: 'USD Coin', symbol: 'USDC', decimals: 6 }]
    const page = { chainId, walletAddress: address, tokens, origin: held.origin, nowMs: 0 }
    expect(readMessage(held.message, page)).toMatchObject({
      kind: 'payment',
      hash: hashTypedData(typedData),
      warnings: ['gives'],
      permissions: [
        {
          effects: [
            { does: 'move', token: coin, what: { is: 'coins', units: '600' }, from: address, to: PAYEE },
          ],
        },
      ],
    })
    const approved = await one.approver.decide(messageUuid, 'approve', { of: 'message', number })
    expect(approved.content.status).toBe('APPROVED')
    const pay = (value: bigint) => {
      const args = [address, PAYEE, value, 0n, message.validBefore, nonce, body.signature] as const
      return send({
        to: coin,
        data: encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args }),
      })
    }
    await expect(pay(601n)).rejects.toThrow()
    await pay(600n)
    await expect(pay(600n)).rejects.toThrow()
    expect(await balanceOf(coin, PAYEE)).toBe(600n)
    expect(await balanceOf(coin, address)).toBe(400n)
  })

  async function balanceOf(coin: `0x${string}`, owner: `0x${string}`): Promise<bigint> {
    const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner] })
    return world.chain.chain.rpc.request(quantitySchema, 'eth_call', [{ to: coin, data }, 'latest'])
  }
})
