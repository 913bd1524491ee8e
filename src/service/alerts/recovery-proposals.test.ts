import { encodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { alertListSchema } from '#protocol/alerts.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { startExecuteHarness } from '#service/testing/execute-harness.ts'
import { alertKinds } from './alert-kinds.ts'
import { evaluateAlerts } from './raise-alerts.ts'

const harness = await forFile(startExecuteHarness())
const kinds = alertKinds(harness.ctx).filter(({ kind }) => kind === 'recovery-proposed')
const evaluate = () => evaluateAlerts(harness.ctx, kinds)
const alerts = async () => alertListSchema.parse((await harness.call('GET', '/v1/org/alerts')).content)

/** Signed by the wallet's own passkey. */
async function callItself(wallet: Awaited<ReturnType<typeof harness.createWallet>>, call: object) {
  const body = harness.signed(wallet, { toAddress: wallet.address, ...call })
  const answer = await harness.execute(body)
  expect(answer.status, answer.text).toBe(200)
  await harness.settled(answer.content.transactionHash)
}

test('behavior: a recovery that the backup address proposes is an alert until it is cancelled, and again when proposed again', async () => {
  const wallet = await harness.createWallet({ label: 'Treasury' })
  await callItself(wallet, { functionSignature: 'setBackup(address)', params: [harness.chain.sender] })
  await evaluate()
  expect(await alerts()).toEqual([])
  const propose = () => {
    const lost = createSoftwarePasskey(harness.demo.domain)
    const [x, y] = [lost.qxHex, lost.qyHex].map((hex) => BigInt(`0x${hex.replace(/^0x/, '')}`))
    const args = [x ?? 0n, y ?? 0n] as const
    const data = encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'proposeRecovery', args })
    return harness.chain.send({ to: wallet.address, data })
  }
  await propose()
  for (let round = 0; round < 3; round += 1) await evaluate()
  const [raised, ...others] = await alerts()
  expect(raised).toMatchObject({ kind: 'recovery-proposed', subject: wallet.address, name: 'Treasury' })
  expect(others).toEqual([])
  await callItself(wallet, { functionSignature: 'cancelRecovery()', params: [] })
  await evaluate()
  expect(await alerts()).toEqual([])
  await propose()
  await evaluate()
  const [again] = await alerts()
  expect(again?.subject).toBe(wallet.address)
  expect(again?.id).not.toBe(raised?.id)
})
