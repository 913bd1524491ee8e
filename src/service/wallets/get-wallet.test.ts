import { encodeFunctionData, type Address } from 'viem'
import { expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { walletDetailsSchema } from '#protocol/wallets.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.holdings())

const details = async (address: string) => world.call('GET', `/v1/baas/wallets/${address}`)

test('behavior: returns a wallet with its passkey, its domain and no recovery party', async () => {
  const wallet = await world.createWallet()
  const { status, content } = await details(wallet.address.toLowerCase())
  expect(status).toBe(200)
  expect(walletDetailsSchema.parse(content)).toEqual(content)
  expect(content).toMatchObject({
    address: wallet.address,
    state: 'deployed',
    rpId: world.demo.domain,
    onChain: { backupAddress: ZERO_ADDRESS, isKeyReplaced: false },
  })
  expect(content.onChain).not.toHaveProperty('pendingRecovery')
  expect(content).not.toHaveProperty('requestedBackupAddress')
  expect(content).toMatchObject({
    coSigner: null,
    coSignerUntil: null,
    approvalWallet: null,
    protection: 'none',
    keys: [{ number: 0, qx: content.qx, qy: content.qy, lastUsedAt: null }],
  })
  expect(JSON.stringify(content)).not.toContain('@')
})

test('behavior: lists added and removed passkeys by their number, the lowest as the main one', async () => {
  const wallet = await world.createWallet()
  const second = createSoftwarePasskey(world.demo.domain)
  const third = createSoftwarePasskey(world.demo.domain)
  for (const { qx, qy } of [second, third]) {
    await world.run(wallet, wallet.address, 'addKey(uint256,uint256)', [String(qx), String(qy)])
  }
  const [one, two] = [second, third].map(({ qx, qy }) => ({ qx: coordinateHex(qx), qy: coordinateHex(qy) }))
  const { content: added } = await details(wallet.address)
  expect(added.keys).toMatchObject([
    { number: 0, qx: added.qx, qy: added.qy },
    { number: 1, ...one },
    { number: 2, ...two },
  ])
  expect(added.onChain.isKeyReplaced).toBe(false)
  const { qx, qy } = wallet.passkey
  await world.run(wallet, wallet.address, 'removeKey(uint256,uint256)', [String(qx), String(qy)])
  const { content: removed } = await details(wallet.address)
  expect(removed).toMatchObject({
    ...one,
    keys: [
      { number: 1, ...one },
      { number: 2, ...two },
    ],
  })
  expect(removed.onChain.isKeyReplaced).toBe(true)
})

test('behavior: returns a co-signer until its removal has taken effect', async () => {
  const wallet = await world.createWallet()
  const coSigner: Address = world.chain.sender
  await world.run(wallet, wallet.address, 'setCoSigner(address)', [coSigner])
  const { content: set } = await details(wallet.address)
  expect(set).toMatchObject({ coSigner: checksumAddress(coSigner), coSignerUntil: null, protection: 'chain' })
  await world.run(wallet, wallet.address, 'startCoSignerRemoval()', [])
  const { content: started } = await details(wallet.address)
  expect(started).toMatchObject({ coSigner: checksumAddress(coSigner), protection: 'chain' })
  const until = Date.parse(started.coSignerUntil)
  const days = (until - world.clock.now().getTime()) / 86_400_000
  expect(days).toBeCloseTo(3, 1)
  world.clock.advance(until - world.clock.now().getTime() + 1_000)
  await world.chain.mintCoins(wallet.address, 1n)
  const { content: ended } = await details(wallet.address)
  expect(ended).toMatchObject({ coSigner: null, coSignerUntil: null, protection: 'none' })
})

test('behavior: reads the backup address and its proposal from the chain', async () => {
  const wallet = await world.createWallet()
  const backup: Address = world.chain.sender
  await world.run(wallet, wallet.address, 'setBackup(address)', [backup])
  const named = await details(wallet.address)
  expect(named.content.onChain).toEqual({ backupAddress: checksumAddress(backup), isKeyReplaced: false })

  const lost = createSoftwarePasskey(world.demo.domain)
  await world.chain.send({
    to: wallet.address,
    data: encodeFunctionData({
      abi: passkeyWalletAbi,
      functionName: 'proposeRecovery',
      args: [BigInt(`0x${lost.qxHex.replace(/^0x/, '')}`), BigInt(`0x${lost.qyHex.replace(/^0x/, '')}`)],
    }),
  })
  const proposed = (await details(wallet.address)).content.onChain.pendingRecovery
  expect(proposed.qx).toBe(lost.qxHex.replace(/^0x/, '').toLowerCase().padStart(64, '0'))
  expect(Number(proposed.effectiveAtSeconds)).toBeGreaterThan(0)
})

test('behavior: before the contract is deployed, returns the data of the creation', async () => {
  const id = crypto.randomUUID()
  const address = `0x${id.replaceAll('-', '').padStart(40, '7')}`
  const template = await world.createWallet()
  const row = await world.ctx.db
    .selectFrom('wallets')
    .selectAll()
    .where('address', '=', template.address.toLowerCase())
    .executeTakeFirstOrThrow()
  const { search_text: _, ...values } = row
  await world.ctx.db
    .insertInto('wallets')
    .values({
      ...values,
      id,
      address,
      status: 'submitted',
      deployed_at: null,
      backup_address: `0x${'ab'.repeat(20)}`,
    })
    .execute()
  const { content } = await details(address)
  expect(content).toMatchObject({
    state: 'submitted',
    qx: row.qx,
    requestedBackupAddress: checksumAddress(`0x${'ab'.repeat(20)}`),
  })
  expect(content).not.toHaveProperty('onChain')
})
