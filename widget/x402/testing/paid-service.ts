import {
  decodePaymentSignatureHeader,
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from '@x402/core/http'
import { parsePaymentPayload } from '@x402/core/schemas'
import { x402ResourceServer } from '@x402/core/server'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/facilitator'
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1'
import {
  concatHex,
  createWalletClient,
  defineChain,
  numberToHex,
  parseAbi,
  publicActions,
  size,
  type Abi,
  type Address,
  type Hex,
  type Transport,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { compileTargets } from '#contracts/testing/compile-targets.ts'

type Payload = Parameters<ExactEvmScheme['verify']>[0]
type Requirements = Parameters<ExactEvmScheme['verify']>[1]

export const PAYEE = '0x00000000000000000000000000000000000C0111'
export const RESOURCE = 'https://api.example/report'
/** A name for the test's chain in version 1, which knows chains by name only. */
export const NETWORK_V1 = 'latchkey-sandbox'

const COIN_ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
])

/** `key` is the private key of a funded account, which deploys the token and executes the payments. */
export type PaidServiceOptions = { chainId: number; transport: Transport; key: Hex; amount?: string }

/**
 * A service that sells a report by x402, with the facilitator of `@x402/evm` in the same process, and a token with
 * payments by signature.
 */
export async function startPaidService({ chainId, transport, key, amount = '2500' }: PaidServiceOptions) {
  const client = connect({ chainId, transport, key })
  const signer = facilitatorSigner(client)
  const coin = await deployCoin(client)
  Reflect.set(EVM_NETWORK_CHAIN_ID_MAP, NETWORK_V1, chainId)
  const facilitators = { 1: new ExactEvmSchemeV1(signer), 2: new ExactEvmScheme(signer) }
  const shared = { scheme: 'exact', asset: coin, payTo: PAYEE, maxTimeoutSeconds: 60 }
  const extra = { name: 'USD Coin', version: '2' }
  const network: Requirements['network'] = `eip155:${chainId}`
  const requirements: Requirements = { ...shared, network, amount, extra }
  const requirementsV1 = {
    ...shared,
    extra,
    network: NETWORK_V1,
    maxAmountRequired: amount,
    resource: RESOURCE,
    description: 'A report',
    mimeType: 'text/plain',
  }
  const settlements: unknown[] = []

  /** Verifies and executes a payment. Returns the reason if it is refused. */
  async function settle(payload: Payload): Promise<{ error: string } | { header: string }> {
    const isV1 = payload.x402Version === 1
    // In version 2 the payment must repeat the requirements.
    const isAsked = isV1 || new x402ResourceServer().findMatchingRequirements([requirements], payload)
    if (!isAsked) return { error: 'other_requirements' }
    const facilitator = isV1 ? facilitators[1] : facilitators[2]
    // Version 1 has other members, which the types of the package do not name here.
    const wanted: Requirements = isV1 ? Object.assign({}, requirements, requirementsV1) : requirements
    const verified = await facilitator.verify(payload, wanted)
    if (!verified.isValid) return { error: verified.invalidReason ?? 'invalid' }
    const settled = await facilitator.settle(payload, wanted)
    settlements.push(settled)
    return settled.success
      ? { header: encodePaymentResponseHeader(settled) }
      : { error: settled.errorReason ?? 'failed' }
  }

  /** The response to a request with these headers. */
  async function answer(headers: Headers, version: 1 | 2 = 2): Promise<Response> {
    const sent = headers.get(version === 2 ? 'payment-signature' : 'x-payment')
    if (sent === null) return version === 2 ? require2() : require1()
    const payload = decodePaymentSignatureHeader(sent)
    const parsed = parsePaymentPayload(payload)
    const outcome = parsed.success ? await settle(payload) : { error: String(parsed.error) }
    if ('error' in outcome) return version === 2 ? require2(outcome.error) : require1(outcome.error)
    const name = version === 2 ? 'PAYMENT-RESPONSE' : 'X-PAYMENT-RESPONSE'
    return new Response('The report.', { headers: { [name]: outcome.header } })
  }

  function require2(error?: string): Response {
    const required = { x402Version: 2, error, resource: { url: RESOURCE }, accepts: [requirements] }
    const header = encodePaymentRequiredHeader(JSON.parse(JSON.stringify(required)))
    return new Response('{}', { status: 402, headers: { 'PAYMENT-REQUIRED': header } })
  }

  function require1(error = 'X-PAYMENT header is required'): Response {
    return Response.json({ x402Version: 1, error, accepts: [requirementsV1] }, { status: 402 })
  }

  const read = { address: coin, abi: COIN_ABI } as const
  return {
    coin,
    requirements,
    settlements,
    settle,
    answer,
    balanceOf: (owner: Address) => client.readContract({ ...read, functionName: 'balanceOf', args: [owner] }),
    mint: async (to: Address, value: bigint) => {
      const hash = await client.writeContract({ ...read, functionName: 'mint', args: [to, value] })
      await client.waitForTransactionReceipt({ hash })
    },
  }
}

type Client = ReturnType<typeof connect>

function connect({ chainId, transport, key }: Pick<PaidServiceOptions, 'chainId' | 'transport' | 'key'>) {
  const chain = defineChain({
    id: chainId,
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })
  const account = privateKeyToAccount(key)
  return createWalletClient({ account, chain, transport, pollingInterval: 50 }).extend(publicActions)
}

/** Deploys `AuthorizationCoin`, whose code needs no constructor. */
async function deployCoin(client: Client): Promise<Address> {
  const runtime = compileTargets('test/targets/AuthorizationCoin.sol').get('AuthorizationCoin') ?? '0x'
  // Copies everything after these ten bytes and returns it as the contract's code.
  const data = concatHex(['0x61', numberToHex(size(runtime), { size: 2 }), '0x80600a5f395ff3', runtime])
  const hash = await client.sendTransaction({ data })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('the token was not deployed')
  return contractAddress
}

function facilitatorSigner(client: Client) {
  return toFacilitatorEvmSigner({
    address: client.account.address,
    readContract: ({ abi, args = [], ...call }) => client.readContract({ ...call, abi: abi as Abi, args }),
    // The facilitator asks the wallet's contract itself.
    verifyTypedData: () => Promise.reject(new Error('not called')),
    writeContract: ({ abi, ...call }) => client.writeContract({ ...call, abi: abi as Abi }),
    sendTransaction: (call) => client.sendTransaction(call),
    waitForTransactionReceipt: (asked) => client.waitForTransactionReceipt(asked),
    getCode: (asked) => client.getCode(asked),
  })
}
