import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formatCall } from '#protocol/descriptors/format-fields.ts'
import { readDescriptor } from '#protocol/descriptors/read-descriptor.ts'
import { ROOT } from './file-config.ts'
import { descriptorFiles } from './publish-widget.ts'

/*
 * Runs the examples of docs/widget-calls.md about an integrator's own contract, exactly as written and with the
 * server's responses.
 */

const GAME = getAddress(`0x${'11'.repeat(20)}`)
const COIN = getAddress(`0x${'22'.repeat(20)}`)
const FRIEND = getAddress(`0x${'33'.repeat(20)}`)
const API = 'https://latchkey.example'

const exampleSchema = z.object({ default: z.custom<(page: object) => Promise<void>>() })
const folders: string[] = []

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

/** Runs the example that contains `words` and returns its descriptors. */
async function descriptorsOf(words: string): Promise<unknown[]> {
  const documentation = readFileSync(join(ROOT, 'docs/widget-calls.md'), 'utf8')
  const blocks = [...documentation.matchAll(/```js\n([^]*?)```/g)].map(([, code = '']) => code)
  const code = blocks.find((block) => block.includes('wallet.descriptors = ') && block.includes(words))
  if (code === undefined) throw new Error(`no example with ${words}`)
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-docs-'))
  folders.push(folder)
  const file = join(folder, 'example.mjs')
  await writeFile(file, `export default async ({ wallet, fetch, API, GAME, COIN }) => {\n${code}\n}\n`)
  const example = exampleSchema.parse(await import(/* @vite-ignore */ file))
  const wallet: { descriptors: unknown[] } = { descriptors: [] }
  await example.default({ wallet, fetch: served, API, GAME, COIN })
  return wallet.descriptors
}

/** The server's response for a descriptor. */
async function served(url: string): Promise<Response> {
  const found = descriptorFiles().find(({ file }) => url === `${API}/widget/v1/${file}`)
  if (found === undefined) throw new Error(`nothing is served at ${url}`)
  return new Response(found.content.toString('utf8'))
}

function tell(descriptors: unknown[], data: string) {
  const tokens = [{ address: COIN, symbol: 'DEMO', name: 'Demo', decimals: 6 }]
  return formatCall(
    descriptors.map((descriptor) => readDescriptor(descriptor)),
    { chainId: 84001, walletAddress: FRIEND, toAddress: GAME, value: 0n, data, tokens },
  )
}

test('behavior: the example with a game’s function shows the move', async () => {
  const abi = parseAbi(['function play(address player, uint256 stake, uint256 mode)'])
  const data = encodeFunctionData({ abi, args: [FRIEND, 1_500_000n, 2n] })
  expect(tell(await descriptorsOf('play('), data)).toMatchObject({
    owner: 'The game',
    intent: 'Play a round',
    fields: [
      { label: 'Player', value: { address: FRIEND } },
      { label: 'Stake', value: { text: '1.5', symbol: 'DEMO' } },
      { label: 'Mode', value: { text: 'Hard (2)' } },
    ],
  })
})

test('behavior: the example based on our ERC-1155 descriptor adds its own function to those of the standard', async () => {
  const descriptors = await descriptorsOf('craft(')
  const abi = parseAbi([
    'function craft((uint256 id,uint256 amount)[] parts,address receiver)',
    'function setApprovalForAll(address operator, bool approved)',
  ])
  const parts = [
    { id: 7n, amount: 2n },
    { id: 8n, amount: 1n },
  ]
  const data = encodeFunctionData({ abi, functionName: 'craft', args: [parts, FRIEND] })
  expect(tell(descriptors, data)).toMatchObject({
    intent: 'Craft an item',
    fields: [
      { label: 'Part 1', value: { text: '7' } },
      { label: 'Units 1', value: { text: '2' } },
      { label: 'Part 2', value: { text: '8' } },
      { label: 'Units 2', value: { text: '1' } },
      { label: 'For', value: { address: FRIEND } },
    ],
  })
  const grant = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [FRIEND, true] })
  expect(tell(descriptors, grant)?.intent).toBe('Allow moving all items')
})
