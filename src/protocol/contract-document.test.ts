import { readFileSync } from 'node:fs'
import { parseAbi, type Abi, type AbiParameter } from 'viem'
import { expect, test } from 'vitest'
import { passkeyWalletFactoryAbi } from './abi/passkey-wallet-factory.ts'
import { passkeyWalletAbi } from './abi/passkey-wallet.ts'

const document = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8')

/** The items of a code block of docs/contract.md. */
function readBlock(name: string): Abi {
  const [, block] = document.match(new RegExp(`\`\`\`solidity ${name}\\n([^\`]+)\\n\`\`\``)) ?? []
  if (block === undefined) throw new Error(`docs/contract.md has no block ${name}`)
  return parseAbi(block.split('\n'))
}

const parameters = (list: readonly AbiParameter[] = []): string =>
  list
    .map(({ name = '', type, ...more }) => {
      const parts = 'components' in more ? `(${parameters(more.components)})` : ''
      const indexed = 'indexed' in more && more.indexed === true ? ' indexed' : ''
      return `${type}${parts}${indexed} ${name}`
    })
    .join(', ')

/** One line per item, in alphabetical order. */
const lines = (abi: Abi): string[] =>
  abi
    .map((item) => {
      const name = 'name' in item ? item.name : ''
      const inputs = 'inputs' in item ? item.inputs : []
      const outputs = 'outputs' in item ? item.outputs : []
      const mutability = 'stateMutability' in item ? item.stateMutability : ''
      return `${item.type} ${name}(${parameters(inputs)}) ${mutability} (${parameters(outputs)})`
    })
    .toSorted()

test.each([
  ['functions', passkeyWalletAbi.filter(({ type }) => type === 'function' || type === 'receive')],
  ['events', passkeyWalletAbi.filter(({ type }) => type === 'event')],
  ['errors', passkeyWalletAbi.filter(({ type }) => type === 'error')],
  ['factory', passkeyWalletFactoryAbi.filter(({ type }) => type !== 'constructor')],
])('behavior: docs/contract.md has the %s of the contract', (name, abi) => {
  expect(lines(readBlock(name))).toEqual(lines(abi))
})
