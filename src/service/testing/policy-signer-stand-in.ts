import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { isAddressEqual, type Hex, type TypedDataDefinition } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { listenLocally } from '#protocol/testing/listen-locally.ts'
import { EMBEDDED_CHAIN_ID } from '#service/chain/anvil-process.ts'
import { addressSchema, dataSchema, quantitySchema } from '#service/chain/rpc-schemas.ts'

const requestSchema = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })
const transactionSchema = z.object({
  from: addressSchema,
  to: addressSchema,
  data: dataSchema,
  nonce: quantitySchema,
  gas: quantitySchema,
  value: quantitySchema,
  maxFeePerGas: quantitySchema,
  maxPriorityFeePerGas: quantitySchema,
})
const typedDataSchema = z.custom<TypedDataDefinition>((value) => typeof value === 'object' && value !== null)

/** The result of a method for typed data. */
export type StandInSign = (account: PrivateKeyAccount, typedData: TypedDataDefinition) => Promise<unknown>

const signsTypedData: StandInSign = (account, typedData) => account.signTypedData(typedData)

/**
 * A remote signer that responds as documented by Web3Signer. `eth_signTypedData` takes the typed data as a JSON
 * text.
 */
export async function startPolicySignerStandIn(count = 1, chainId = EMBEDDED_CHAIN_ID) {
  const accounts = Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()))
  const asked: TypedDataDefinition[] = []
  const state = {
    isDown: false,
    methods: new Map<string, StandInSign>([['eth_signTypedData', signsTypedData]]),
    /** Typed data for which a signature was requested, oldest first. Starting the service requests one. */
    asked,
  }

  async function signTransaction(request: unknown): Promise<Hex> {
    const { from, to, data, ...given } = transactionSchema.parse(request)
    const account = accounts.find(({ address }) => isAddressEqual(address, from))
    if (account === undefined) throw new Error('no such account')
    const { nonce, gas, maxFeePerGas, maxPriorityFeePerGas, value } = given
    const fees = { maxFeePerGas, maxPriorityFeePerGas }
    const call = { chainId, to, data, nonce: Number(nonce), gas, value, ...fees }
    return account.signTransaction({ type: 'eip1559', ...call })
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, method, params } = requestSchema.parse(await json(incoming))
    if (state.isDown) return void incoming.socket.destroy()
    const reply = (fields: object) => void response.end(JSON.stringify({ jsonrpc: '2.0', id, ...fields }))
    if (method === 'eth_accounts') return reply({ result: accounts.map(({ address }) => address) })
    if (method === 'eth_signTransaction') return reply({ result: await signTransaction(params[0]) })
    const sign = state.methods.get(method)
    const account = accounts.find(({ address }) => address === params[0])
    if (sign === undefined || account === undefined || typeof params[1] !== 'string')
      return reply({ error: { code: -32_601, message: 'Method not found' } })
    const typedData = z.parse(typedDataSchema, JSON.parse(params[1]))
    state.asked.push(typedData)
    return reply({ result: await sign(account, typedData) })
  }

  const server = createServer((incoming, response) => void answer(incoming, response))
  const port = await listenLocally(server)
  return {
    url: `http://127.0.0.1:${port}/`,
    accounts,
    state,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
