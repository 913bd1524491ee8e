import { expect, test } from 'vitest'
import { resolveCalldata } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { bringOutside } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { readSignedCall } from '#service/testing/wallet-requests.ts'
import { encodeCancelCall } from './cancel-call.ts'

test('behavior: a call that these bytes cancelled can no longer be executed, and an executed call cannot be cancelled', async () => {
  const service = await serviceWorld.wallets()
  try {
    const wallet = await service.createWallet({ coins: 1_000n })
    const payment = service.signed(wallet, service.transfer(service.chain.sender, 7n))
    const { call } = readSignedCall(payment)
    const cancelOf = (signed: typeof call) => ({
      toAddress: wallet.address,
      data: encodeCancelCall({ digest: executeDigest(service.chain.chain.id, signed), call: signed }),
    })
    const cancelled = await service.execute(service.signed(wallet, cancelOf(call)))
    expect(await service.settled(cancelled.content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
    await expect(bringOutside(service, payment)).rejects.toThrow()
    expect(await service.coinsOf(service.chain.sender)).toBe(0n)

    const other = service.signed(wallet, service.transfer(service.chain.sender, 5n))
    await bringOutside(service, other)
    const late = await service.execute(service.signed(wallet, cancelOf(readSignedCall(other).call)))
    expect([late.status, late.content.code]).toEqual([400, 'TRANSACTION_REVERTS'])
    expect(await service.coinsOf(service.chain.sender)).toBe(5n)
    expect(resolveCalldata({ data: cancelOf(call).data })).toHaveLength(2 + 2 * 68)
  } finally {
    await service.stop()
  }
})
