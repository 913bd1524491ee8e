import * as z from 'zod/mini'
import { addressSchema, calldataSchema } from '#protocol/fields.ts'
import { orUndefined } from '#widget/checks.ts'
import type { Connection } from './connection.ts'
import { callShape, object, params, parse, quantity, rawCall, text } from './params.ts'
import type { createReceipts } from './node-reads.ts'
import { ProviderRpcError } from './rpc-error.ts'
import type { Dialogs } from './wallet-dialog.ts'

const transactionParams = params(
  object({
    from: z.optional(addressSchema),
    ...callShape,
    input: z.optional(calldataSchema),
    chainId: z.optional(quantity),
  }),
)
const signParams = params(text, addressSchema)
const typedData = object({ types: object({}), primaryType: text, domain: object({}), message: object({}) })
const fromJson = z.transform((given: unknown) =>
  orUndefined((): unknown => (typeof given === 'string' ? JSON.parse(given) : given)),
)
const typedDataParams = params(addressSchema, z.pipe(fromJson, typedData))

/** The methods that sign what a page asks for. */
export function createSigning(
  dialogs: Dialogs,
  { chainId, account }: Connection,
  { noteSent }: Pick<ReturnType<typeof createReceipts>, 'noteSent'>,
) {
  let hasWarned = false

  /** `message` as `flow="sign"` takes it. */
  async function sign(from: string, message: object): Promise<string> {
    const attributes = { flow: 'sign', 'wallet-address': account(from) }
    return dialogs.ask(attributes, { message }, ({ signature }) => signature)
  }

  return {
    async eth_sendTransaction(given: unknown): Promise<string> {
      const [{ from, to, value, data, input, chainId: chain = chainId, ...ignored }] = parse(
        transactionParams,
        given,
      )
      if (BigInt(chain) !== BigInt(chainId))
        throw new ProviderRpcError(4901, `The wallet is on chain ${chainId} alone, not on ${chain}`)
      if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase())
        throw new ProviderRpcError(-32602, 'params.0.input must be as data, or left out')
      const wallet = account(from)
      const attributes = { flow: 'send', 'wallet-address': wallet }
      const names = Object.keys(ignored).join(', ')
      if (names !== '' && !hasWarned)
        globalThis.console.warn(`[latchkey] ignored, the service sets them: ${names}`)
      hasWarned ||= names !== ''
      const call = rawCall({ to, value, data: data ?? input })
      return dialogs.ask(attributes, { call }, ({ transactionHash, digest }) => {
        if (transactionHash !== undefined && digest !== undefined)
          noteSent(transactionHash, { wallet, digest })
        return transactionHash
      })
    },
    async personal_sign(given: unknown): Promise<string> {
      const [message, from] = parse(signParams, given)
      const isHex = /^0x([0-9a-fA-F]{2})*$/.test(message)
      return sign(from, isHex ? { kind: 'bytes', data: message } : { kind: 'text', text: message })
    },
    async eth_signTypedData_v4(given: unknown): Promise<string> {
      const [from, typed] = parse(typedDataParams, given)
      return sign(from, { kind: 'typed-data', typedData: typed })
    },
  }
}
