import { createPublicClient, custom } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { BASE_POINT } from '#widget/testing/base-point.ts'
import { addKey, removeKey, setCoSigner } from './encode-own-change.ts'
import type { OwnChange } from './wallet-settings.ts'

const CO_SIGNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const BACKUP = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

test('behavior: the bytes encoded here add and remove a key, and set both addresses in one batch', async () => {
  const service = await serviceWorld.wallets()
  try {
    const wallet = await service.createWallet({ coins: 0n })
    const client = createPublicClient({
      transport: custom({
        request: ({ method, params }) => service.chain.chain.rpc.request(z.unknown(), method, params ?? []),
      }),
    })
    const read = (functionName: 'keys' | 'coSigner' | 'backup') =>
      client.readContract({ address: wallet.address, abi: passkeyWalletAbi, functionName })
    const change = async ({ data }: OwnChange) => {
      const executed = await service.execute(service.signed(wallet, { toAddress: wallet.address, data }))
      return service.settled(executed.content.transactionHash)
    }
    const added = [BigInt(`0x${BASE_POINT.qx}`), BigInt(`0x${BASE_POINT.qy}`)]

    expect(await change(addKey(BASE_POINT))).toMatchObject({ status: 'CONFIRMED' })
    expect(JSON.stringify(await read('keys'), asText)).toContain(String(added[0]))
    expect(await change(removeKey(BASE_POINT))).toMatchObject({ status: 'CONFIRMED' })
    expect(JSON.stringify(await read('keys'), asText)).not.toContain(String(added[0]))
    const both = setCoSigner(wallet.address, { coSigner: CO_SIGNER, backup: BACKUP })
    expect(await change(both)).toMatchObject({ status: 'CONFIRMED' })
    expect([await read('coSigner'), await read('backup')]).toEqual([CO_SIGNER, BACKUP])
  } finally {
    await service.stop()
  }
})

const asText = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
