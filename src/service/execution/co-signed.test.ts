import { slice, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { joinSignature } from '#protocol/signing/joined-signature.ts'
import { coSignatureDigest } from '#protocol/signing/message-digest.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { encodeDeployCall } from '#service/chain/factory-contract.ts'
import { abiUint, deployAnswering } from '#service/testing/answering-contract.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { readSignedCall, type TestWallet } from '#service/testing/wallet-requests.ts'

const THREE_DAYS_MS = 3 * 24 * 60 * 60 * 1_000

const world = await forFile(serviceWorld.wallets())
const account = privateKeyToAccount(generatePrivateKey())

async function run(wallet: TestWallet, data: Hex, sign = (body: object) => Promise.resolve(body)) {
  const body = await sign(world.signed(wallet, { toAddress: wallet.address, data }))
  const { content, text } = await world.execute({ ...body })
  expect(content.transactionHash, text).toBeDefined()
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
}
const setCoSigner = (coSigner: Address) => encodeCall('setCoSigner(address)', [coSigner])

async function walletWith(coSigner: Address): Promise<TestWallet> {
  const wallet = await world.createWallet({ coins: 100n })
  await run(wallet, setCoSigner(coSigner))
  return wallet
}

const digestOf = (body: object): Hex => executeDigest(world.ctx.chain.id, readSignedCall(body).call)
function withCoSignature<Body extends object>(body: Body, coSignature: Hex) {
  const { signature: tuple } = readSignedCall(body)
  return { ...body, signature: joinSignature({ tuple, keyNumber: 0, coSignature }) }
}
const coSigned = async (body: object, signer = account) =>
  withCoSignature(body, await signer.sign({ hash: digestOf(body) }))

const payment = (wallet: TestWallet, to: Address = newAddress()) =>
  world.signed(wallet, world.transfer(to, 1n))

test('behavior: executes with the co-signature of an account without code', async () => {
  const wallet = await walletWith(account.address)
  const to = newAddress()
  const { content, text } = await world.execute(await coSigned(payment(wallet, to)))
  expect(content.transactionHash, text).toBeDefined()
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(1n)
})

test('behavior: executes with the co-signature of an approval wallet, and refuses it before that is deployed', async () => {
  const passkey = createSoftwarePasskey('localhost')
  const approval = walletAddress({ factory: world.ctx.chain.factory, ...passkey })
  const wallet = await walletWith(approval)
  const to = newAddress()
  const body = payment(wallet, to)
  const signed = withCoSignature(
    body,
    passkey.sign(coSignatureDigest(world.ctx.chain.id, approval, digestOf(body))),
  )
  const early = await world.execute(signed)
  expect(early).toMatchObject({ status: 409, content: { code: 'CO_SIGNER_NOT_READY' } })
  await world.chain.send({ to: world.ctx.chain.factory, data: encodeDeployCall(passkey) })
  const { content, text } = await world.execute(signed)
  expect(content.transactionHash, text).toBeDefined()
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(1n)
})

test('error: refuses a call without the co-signature of another co-signer, at once and after the events were read', async () => {
  const wallet = await walletWith(account.address)
  const refusal = { status: 400, content: { code: 'CO_SIGNATURE_MISSING' } }
  await world.ctx.db.deleteFrom('wallet_authority_events').execute()
  expect(await world.execute(payment(wallet))).toMatchObject(refusal)
  await run(wallet, setCoSigner(account.address), coSigned)
  expect(await world.execute(payment(wallet))).toMatchObject(refusal)
})

const stranger = privateKeyToAccount(generatePrivateKey())
test.each<[string, (body: object) => Promise<Hex>]>([
  ['of another account', (body) => stranger.sign({ hash: digestOf(body) })],
  ['over another digest', () => account.sign({ hash: `0x${'7'.repeat(64)}` })],
  [
    'with a changed byte',
    async (body): Promise<Hex> => `${slice(await account.sign({ hash: digestOf(body) }), 0, 64)}1d`,
  ],
])('error: refuses a co-signature %s before the relayer pays', async (_, sign) => {
  const wallet = await walletWith(account.address)
  const body = payment(wallet)
  const answer = await world.execute(withCoSignature(body, await sign(body)))
  expect(answer).toMatchObject({ status: 400, content: { code: 'INVALID_SIGNATURE' } })
  expect(answer.content.message).toContain('did not sign this')
})

test('error: refuses a co-signature for a wallet without a co-signer', async () => {
  const wallet = await world.createWallet({ coins: 1n })
  const answer = await world.execute(await coSigned(payment(wallet)))
  expect(answer).toMatchObject({ status: 400, content: { code: 'INVALID_SIGNATURE' } })
  expect(answer.content.message).toContain('the wallet has no co-signer')
})

test.each([
  ['that reverts', 'revert', 'CO_SIGNER_NOT_READY'],
  ['that burns all gas', 'loop', 'CO_SIGNER_NOT_READY'],
  ['that returns endless data', 'endless', 'CO_SIGNER_NOT_READY'],
  ['that returns another word', abiUint(1n), 'INVALID_SIGNATURE'],
  ['that returns too few bytes', '0x1626ba7e', 'INVALID_SIGNATURE'],
] as const)('error: a hostile co-signer %s → %s, within seconds', async (_, behaviour, code) => {
  const hostile = await deployAnswering(world.chain, { '*': behaviour })
  const wallet = await walletWith(hostile)
  const started = performance.now()
  const answer = await world.execute(withCoSignature(payment(wallet), '0x01'))
  expect(answer.content.code, answer.text).toBe(code)
  expect(performance.now() - started).toBeLessThan(20_000)
  await run(wallet, encodeCall('startCoSignerRemoval()', []))
})

test('behavior: the removal needs no co-signature, and after three days no call does', async () => {
  const wallet = await walletWith(account.address)
  await run(wallet, encodeCall('startCoSignerRemoval()', []))
  expect(await world.execute(payment(wallet))).toMatchObject({
    content: { code: 'CO_SIGNATURE_MISSING' },
  })
  world.clock.advance(THREE_DAYS_MS + 60_000)
  // The chain's time advances with its next block.
  await world.chain.mintCoins(wallet.address, 1n)
  const to = newAddress()
  const { content, text } = await world.execute(payment(wallet, to))
  expect(content.transactionHash, text).toBeDefined()
  await world.settled(content.transactionHash)
  expect(await world.coinsOf(to)).toBe(1n)
})

test('error: the removal takes no co-signature', async () => {
  const wallet = await walletWith(account.address)
  const data = encodeCall('startCoSignerRemoval()', [])
  const body = await coSigned(world.signed(wallet, { toAddress: wallet.address, data }))
  expect(await world.execute({ ...body })).toMatchObject({
    status: 400,
    content: { code: 'INVALID_SIGNATURE' },
  })
})
