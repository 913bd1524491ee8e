import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { eventListSchema } from '#protocol/events.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { hashSchema } from '#service/chain/rpc-schemas.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { CONFIRMATIONS, startReorganizedService } from '#service/testing/reorganized-service.ts'
import {
  coinTransfer,
  expirationIn,
  readSignedCall,
  signedRequest,
} from '#service/testing/wallet-requests.ts'
import { followOutcomes } from './follow-outcomes.ts'
import { outcomeChain } from './outcome-chain.ts'
import { outcomeStore } from './outcome-store.ts'

const WAIT = { timeout: 120_000 }
const coSigner = privateKeyToAccount(generatePrivateKey())

const { anvil, outsider, service, wallet } = await forFile(startReorganizedService())
let seconds = 600

function signed(toAddress: string, data: Hex) {
  seconds += 1
  const expiration = expirationIn(seconds, service.ctx.clock.now())
  return signedRequest(anvil.chainId, wallet, { toAddress, expiration, data })
}
const setCoSigner = () => signed(wallet.address, encodeCall('setCoSigner(address)', [coSigner.address]))

/** Sends the call from an account that the service does not know. */
async function bring(body: Record<string, unknown>, nonce: number): Promise<Hex> {
  const { call, signature } = readSignedCall(body)
  const raw = await outsider.signTransaction({
    type: 'eip1559',
    chainId: anvil.chainId,
    nonce,
    to: call.walletAddress,
    data: encodeExecuteCall(call, signature),
    gas: 600_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
  })
  return anvil.rpc.request(hashSchema, 'eth_sendRawTransaction', [raw])
}

/** Runs a round of another process without waiting for its poll interval. */
const look = () => followOutcomes({ chain: outcomeChain(service.ctx), store: outcomeStore(service.ctx) })

async function reported(): Promise<string[]> {
  await waitFor('the newest block to be followed', async () => !(await look()))
  const { content } = await service.call('GET', '/v1/org/events?afterSequence=0&limit=200')
  const events = eventListSchema.parse(content)
  return events.flatMap(({ type }) => (type.startsWith('wallet.cosigner.') ? type : []))
}

const answerSchema = z.looseObject({ transactionHash: z.string() })

test('behavior: a co-signer whose block is removed by a reorg and mined again is reported once, and counts only while it is on the chain', async () => {
  const body = setCoSigner()
  const first = await bring(body, 0)
  await anvil.mine(CONFIRMATIONS)
  await expect.poll(reported, WAIT).toEqual(['wallet.cosigner.set'])
  const payment = () => ({
    body: signed(service.tokens.erc20, coinTransfer(newAddress(), 1n).data),
  })
  const refused = await service.call('POST', '/v1/baas/transactions/execute', payment())
  expect(refused).toMatchObject({ status: 400, content: { code: 'CO_SIGNATURE_MISSING' } })

  await anvil.reorganize(CONFIRMATIONS + 2)
  const paid = await service.call('POST', '/v1/baas/transactions/execute', payment())
  expect(paid.status, paid.text).toBe(200)
  z.parse(answerSchema, paid.content)
  await anvil.mine(CONFIRMATIONS)
  expect(await reported()).toEqual(['wallet.cosigner.set'])

  expect(await bring(body, 0)).toBe(first)
  await anvil.mine(CONFIRMATIONS)
  expect(await reported()).toEqual(['wallet.cosigner.set'])
  const again = await service.call('POST', '/v1/baas/transactions/execute', payment())
  expect(again).toMatchObject({ status: 400, content: { code: 'CO_SIGNATURE_MISSING' } })
})
