import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkOnChain, checkReceipt } from '#protocol/receipt/check-receipt.ts'
import type { Finding } from '#protocol/receipt/finding.ts'
import { type Receipt, receiptSchema } from '#protocol/receipt/receipt.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { joinSignature } from '#protocol/signing/joined-signature.ts'
import { coSignatureDigest } from '#protocol/signing/message-digest.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { encodeDeployCall } from '#service/chain/factory-contract.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { readSignedCall, type TestWallet } from '#service/testing/wallet-requests.ts'
import { VERIFIERS } from '#web/receipt/verifiers.ts'

const world = await forFile(serviceWorld.wallets())
const account = privateKeyToAccount(generatePrivateKey())
const approval = createSoftwarePasskey('localhost')
const approvalWallet = walletAddress({ factory: world.ctx.chain.factory, ...approval })

const digestOf = (body: object): Hex => executeDigest(world.ctx.chain.id, readSignedCall(body).call)

async function settle(body: object): Promise<string> {
  const { content, text } = await world.execute({ ...body })
  expect(content.transactionHash, text).toBeDefined()
  const { status, transactionUuid } = await world.settled(content.transactionHash)
  expect(status).toBe('CONFIRMED')
  return transactionUuid
}

/** Creates a wallet with a second passkey and a co-signer. The returned wallet signs with the second passkey. */
async function walletWith(coSigner: Address): Promise<TestWallet> {
  const wallet = await world.createWallet({ coins: 100n })
  const passkey = createSoftwarePasskey(wallet.organization.domain)
  const call = (data: Hex) => settle(world.signed(wallet, { toAddress: wallet.address, data }))
  await call(encodeCall('addKey(uint256,uint256)', [String(passkey.qx), String(passkey.qy)]))
  await call(encodeCall('setCoSigner(address)', [coSigner]))
  return { ...wallet, passkey }
}

/** The receipt of a payment signed by the second passkey and the co-signer. */
async function receiptOf(wallet: TestWallet, coSign: (digest: Hex) => Promise<Hex>): Promise<Receipt> {
  const body = world.signed(wallet, world.transfer(newAddress(), 1n))
  const coSignature = await coSign(digestOf(body))
  const tuple = readSignedCall(body).signature
  const uuid = await settle({ ...body, signature: joinSignature({ tuple, keyNumber: 1, coSignature }) })
  const { status, content, text } = await world.call('GET', `/v1/org/transactions/${uuid}/receipt`)
  expect(status, text).toBe(200)
  return receiptSchema.parse(content)
}

const ask = (method: string, params: readonly unknown[]) =>
  world.ctx.chain.rpc.request(z.unknown(), method, params)
const offline = (receipt: Receipt) => checkReceipt(receipt, VERIFIERS)
const onChain = async (receipt: Receipt) => (await checkOnChain(receipt, ask)).findings
const failed = (findings: readonly Finding[]) =>
  findings.filter(({ result }) => result === 'fails').map(({ name }) => name)
const resultOf = (findings: readonly Finding[], wanted: string) =>
  findings.find(({ name }) => name === wanted)?.result

const byAccount = await receiptOf(await walletWith(account.address), (hash) => account.sign({ hash }))

test('behavior: a receipt names the second passkey and the account that co-signed, and all its contents verify', async () => {
  expect(byAccount.wallet.keyNumber).toBe(1)
  expect(byAccount.coSignature).toMatchObject({ coSigner: account.address })
  const [alone, chain] = [await offline(byAccount), await onChain(byAccount)]
  expect(failed([...alone, ...chain])).toEqual([])
  expect(resultOf(alone, 'co-signature')).toBe('holds')
  expect(resultOf(alone, 'wallet-key')).toBe('unknown')
  expect(resultOf(chain, 'wallet-key')).toBe('holds')
})

test('error: detects another co-signer, another co-signature and a missing one', async () => {
  const { coSignature, ...rest } = byAccount
  if (coSignature === undefined) throw new Error('the receipt has no co-signature')
  const stranger = privateKeyToAccount(generatePrivateKey())
  const signature = await stranger.sign({ hash: lowerCase(byAccount.digest) })
  const swapped = { ...byAccount, coSignature: { ...coSignature, coSigner: stranger.address } }
  expect(failed(await offline(swapped))).toContain('co-signature')
  const another = { ...byAccount, coSignature: { ...coSignature, signature } }
  expect(failed(await offline(another))).toContain('co-signature')
  const ofAnother = { ...another, coSignature: { coSigner: stranger.address, signature } }
  expect(failed(await onChain(ofAnother))).toEqual(['transaction'])
  expect(failed(await onChain(rest))).toEqual(['transaction'])
})

test('error: the chain check detects the number of another key', async () => {
  const { wallet } = byAccount
  const { keyNumber: _, ...withoutNumber } = wallet
  expect(failed(await onChain({ ...byAccount, wallet: { ...wallet, keyNumber: 2 } }))).toEqual([
    'transaction',
  ])
  expect(failed(await onChain({ ...byAccount, wallet: withoutNumber }))).toEqual(['transaction'])
})

test('behavior: the chain verifies a passkey wallet’s co-signature, and the passkey of its address verifies it offline', async () => {
  await world.chain.send({ to: world.ctx.chain.factory, data: encodeDeployCall(approval) })
  const receipt = await receiptOf(await walletWith(approvalWallet), async (digest) =>
    approval.sign(coSignatureDigest(world.ctx.chain.id, approvalWallet, digest)),
  )
  expect(resultOf(await offline(receipt), 'co-signature')).toBe('unknown')
  expect(resultOf(await onChain(receipt), 'co-signature')).toBe('holds')
  expect(failed(await onChain(receipt))).toEqual([])

  const withPasskey = (passkey: SoftwarePasskey): Receipt => {
    const { coSignature } = receipt
    if (coSignature === undefined) throw new Error('the receipt has no co-signature')
    const publicKey = { x: `0x${passkey.qxHex}`, y: `0x${passkey.qyHex}` }
    return { ...receipt, coSignature: { ...coSignature, passkey: { rpIdHash: passkey.rpIdHash, publicKey } } }
  }
  expect(resultOf(await offline(withPasskey(approval)), 'co-signature')).toBe('holds')
  expect(resultOf(await offline(withPasskey(createSoftwarePasskey('localhost'))), 'co-signature')).toBe(
    'fails',
  )
  const other = { ...withPasskey(approval), digest: receipt.dataHash }
  expect(failed(await offline(other))).toContain('digest')
})
