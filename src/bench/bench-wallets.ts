import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import type { LoadRequest } from './load.ts'
import type { MeasuredServer } from './measured-server.ts'

/** A wallet of the sandbox's organization whose passkey this process holds. */
export type BenchWallet = { address: Address; passkey: SoftwarePasskey; email: string }

/** A sandbox service and the organization of the wallets. */
export type BenchPlace = Pick<MeasuredServer, 'origin' | 'apiKey' | 'tokens'>

/** An execute request with the digest that its passkey signed. */
export type SignedRequest = LoadRequest & { digest: Hex }

const addressSchema = z.object({ content: z.object({ address: z.string() }) })
const inboxSchema = z.array(z.object({ code: z.optional(z.string()) }))
const configSchema = z.object({ content: z.object({ chainId: z.number() }) })
const COINS = '1000000000'
/** Long enough for every request of one run. Below the 24 hours of the specification. */
const EXPIRATION_SECONDS = 20 * 3_600

/** Creates wallets as an integrator does, and mints tokens to each. */
export async function createBenchWallets(server: BenchPlace, count: number): Promise<BenchWallet[]> {
  const wallets: BenchWallet[] = []
  for (let index = 0; index < count; index += 1) wallets.push(await createBenchWallet(server))
  return wallets
}

/** `externalUserId` is the end-user who is invited to approve. */
export async function createBenchWallet(
  server: BenchPlace,
  { domain = 'localhost', ...user }: { domain?: string; externalUserId?: string } = {},
): Promise<BenchWallet> {
  const passkey = createSoftwarePasskey(domain)
  const { qxHex: qx, qyHex: qy, rpIdHash } = passkey
  const email = `bench-${qx.slice(0, 12)}@example.com`
  await post(server, '/v1/baas/wallets/request-email-verification', { email })
  const mails = inboxSchema.parse(
    await (await fetch(`${server.origin}/sandbox/inbox?to=${encodeURIComponent(email)}`)).json(),
  )
  const verificationCode = mails.find((mail) => mail.code !== undefined)?.code
  const created = await post(server, '/v1/baas/wallets', {
    qx,
    qy,
    rpIdHash,
    email,
    verificationCode,
    ...user,
  })
  const address = asHex(addressSchema.parse(created).content.address)
  await post(server, '/sandbox/faucet', { token: server.tokens.erc20, to: address, amount: COINS })
  return { address, passkey, email }
}

/** Signs transfers of one unit each to a recipient, spread over the wallets. All are distinct. */
export async function signTransfers(
  server: BenchPlace,
  wallets: readonly BenchWallet[],
  options: { recipient: Address; count: number },
): Promise<SignedRequest[]> {
  const config = configSchema.parse(await get(server, '/v1/baas/config'))
  const functionSignature = 'transfer(address,uint256)'
  const params = [options.recipient, '1']
  const data = encodeCall(functionSignature, params)
  const lastSecond = Math.floor(Date.now() / 1_000) + EXPIRATION_SECONDS
  return Array.from({ length: options.count }, (_, index) => {
    const wallet = wallets[index % wallets.length]
    if (wallet === undefined) throw new Error('there are no wallets')
    const toAddress = asHex(server.tokens.erc20)
    const expiration = lastSecond - Math.floor(index / wallets.length)
    const noFee = { fee: '0', feeCoinAddress: ZERO_ADDRESS, feeWithdrawAddress: ZERO_ADDRESS }
    const digest = executeDigest(config.content.chainId, {
      walletAddress: wallet.address,
      toAddress,
      value: 0n,
      data,
      expiration: BigInt(expiration),
      ...noFee,
      fee: 0n,
    })
    const request = { walletAddress: wallet.address, toAddress, value: '0', functionSignature, params }
    const signature = wallet.passkey.sign(digest)
    const body = { ...request, ...noFee, expiration: String(expiration), signature }
    return {
      method: 'POST' as const,
      path: '/v1/baas/transactions/execute',
      body: JSON.stringify(body),
      digest,
    }
  })
}

export async function get(server: BenchPlace, path: string): Promise<unknown> {
  const response = await fetch(`${server.origin}${path}`, { headers: { 'x-api-key': server.apiKey } })
  return response.json()
}

export async function post(server: BenchPlace, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${server.origin}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': server.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
  return response.json()
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}
