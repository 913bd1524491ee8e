import { encodeFunctionData, type Address } from 'viem'
import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { walletDetailsSchema } from '#protocol/wallets.ts'
import { startHoldingsHarness } from '#service/testing/holdings-harness.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'

const harness = await forFile(startHoldingsHarness())

const details = async (address: string) => harness.call('GET', `/v1/baas/wallets/${address}`)

test('behavior: a wallet is answered with its passkey, its domain and nobody who may recover it', async () => {
  const wallet = await harness.createWallet()
  const { status, content } = await details(wallet.address.toLowerCase())
  expect(status).toBe(200)
  expect(walletDetailsSchema.parse(content)).toEqual(content)
  expect(content).toMatchObject({
    address: wallet.address,
    state: 'deployed',
    rpId: harness.demo.domain,
    onChain: { backupAddress: ZERO_ADDRESS, isKeyReplaced: false },
  })
  expect(content.onChain).not.toHaveProperty('pendingRecovery')
  expect(content).not.toHaveProperty('requestedBackupAddress')
  expect(JSON.stringify(content)).not.toContain('@')
})

test('behavior: the backup address and what it proposes are read from the chain', async () => {
  const wallet = await harness.createWallet()
  const backup: Address = harness.chain.sender
  await harness.run(wallet, wallet.address, 'setBackup(address)', [backup])
  const named = await details(wallet.address)
  expect(named.content.onChain).toEqual({ backupAddress: checksumAddress(backup), isKeyReplaced: false })

  const lost = createSoftwarePasskey(harness.demo.domain)
  await harness.chain.send({
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

test('behavior: before the contract is there, the creation is what is known', async () => {
  const id = crypto.randomUUID()
  const address = `0x${id.replaceAll('-', '').padStart(40, '7')}`
  const template = await harness.createWallet()
  const row = await harness.ctx.db
    .selectFrom('wallets')
    .selectAll()
    .where('address', '=', template.address.toLowerCase())
    .executeTakeFirstOrThrow()
  const { search_text: _, ...values } = row
  await harness.ctx.db
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
