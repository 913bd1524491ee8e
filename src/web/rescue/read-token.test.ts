import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { compileOddTokens } from '#service/testing/odd-tokens.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { NodeError } from '#web/ui/ask-node.ts'
import { openNode } from './node.ts'
import { readToken } from './read-token.ts'

const HOLDER = '0x00000000000000000000000000000000000070a1'
const net = await forFile(serviceWorld.chain())
/** Reports errors in the same form as `askNode`. */
const ask = (method: string, params: readonly unknown[]) =>
  net.chain.rpc.request(z.unknown(), method, params).catch((error: unknown) => {
    throw new NodeError(String(error), { data: '0x' })
  })
const node = openNode('', ask)
const deploy = compileOddTokens(net)

test.each([
  ['UnitlessCoin', null],
  ['FeeCoin', 6],
] as const)('behavior: %s → decimals %s', async (name, decimals) => {
  const token = await deploy(name)
  const abi = parseAbi(['function mint(address to, uint256 value)'])
  await net.send({
    to: token,
    data: encodeFunctionData({ abi, functionName: 'mint', args: [HOLDER, 999_999_995n] }),
  })
  expect(await readToken(node, token, HOLDER)).toMatchObject({
    symbol: 'ODD',
    decimals,
    balance: 999_999_995n,
  })
})

test('error: does not guess if the node is unreachable', async () => {
  const token = await deploy('FeeCoin')
  const away = openNode('', async (method, params) => {
    if (JSON.stringify(params).includes('313ce567')) throw new NodeError('away', { cause: new Error('net') })
    return ask(method, params)
  })
  await expect(readToken(away, token, HOLDER)).rejects.toThrow('away')
})
