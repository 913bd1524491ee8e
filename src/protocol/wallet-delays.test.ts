import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  OBJECTED_REMOVAL_DELAY_SECONDS,
  RECOVERY_DELAY_SECONDS,
  REMOVAL_DELAY_SECONDS,
} from './wallet-delays.ts'

const sources = ['WalletKey', 'WalletCoSigner'].map((name) =>
  readFileSync(new URL(`../contracts/src/${name}.sol`, import.meta.url), 'utf8'),
)

test.each([
  ['RECOVERY_DELAY', RECOVERY_DELAY_SECONDS],
  ['CO_SIGNER_REMOVAL_DELAY', REMOVAL_DELAY_SECONDS],
  ['OBJECTED_REMOVAL_DELAY', OBJECTED_REMOVAL_DELAY_SECONDS],
])('param: the contract’s %s is %i seconds', (name, seconds) => {
  expect(sources.join('\n')).toContain(`constant ${name} = ${seconds / 86_400} days;`)
})
