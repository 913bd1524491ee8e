import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { startFaultyNode, type FaultyNode } from '#service/testing/faulty-node.ts'
import { startPlainAnvil, type PlainAnvil } from '#service/testing/plain-anvil.ts'
import { openChain } from './open-chain.ts'

let anvil: PlainAnvil | undefined
let node: FaultyNode | undefined
afterEach(async () => {
  await node?.close()
  await anvil?.stop()
  node = undefined
  anvil = undefined
})

let logLines: string[] = []
async function open(rpcUrl: string, chainId: number): Promise<void> {
  logLines = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) })
  const chain = await openChain({ rpcUrl, chainId, log })
  await chain.close()
}

test('error: rejects a chain before Cancun and names what it lacks', async () => {
  anvil = await startPlainAnvil({ hardfork: 'shanghai' })
  await expect(open(anvil.url, anvil.chainId)).rejects.toThrow(
    /^Chain 77001 of RPC_URL lacks opcodes .*TLOAD, TSTORE.* Use a chain that has it\.$/s,
  )
})

test('behavior: opens a chain at Cancun, without the precompile', async () => {
  anvil = await startPlainAnvil({ hardfork: 'cancun' })
  await open(anvil.url, anvil.chainId)
  expect(logLines.join('')).not.toContain('opcodes')
})

test('behavior: opens a chain whose node runs no init code, and logs that the check was not possible', async () => {
  anvil = await startPlainAnvil()
  node = await startFaultyNode(anvil.url)
  node.fault = 'no-init-code'
  await open(node.url, anvil.chainId)
  expect(logLines.join('')).toContain('not known whether the chain has the opcodes of Cancun')
})
