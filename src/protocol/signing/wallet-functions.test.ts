import { toEventSelector, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { EXECUTED_TOPIC } from '#protocol/executed-logs.ts'
import { TOKEN_FUNCTIONS } from '#protocol/token-functions.ts'
import { COIN_TRANSFER } from './coin-transfer.ts'
import * as selectors from './wallet-functions.ts'

const FUNCTIONS: Record<keyof typeof selectors, string> = {
  SET_BACKUP: 'setBackup',
  CANCEL_RECOVERY: 'cancelRecovery',
  CANCEL_CALL: 'cancelCall',
  EXECUTE_BATCH: 'executeBatch',
  PROPOSE_RECOVERY: 'proposeRecovery',
  SET_CO_SIGNER: 'setCoSigner',
  START_CO_SIGNER_REMOVAL: 'startCoSignerRemoval',
  KEEP_CO_SIGNER: 'keepCoSigner',
  ADD_KEY: 'addKey',
  REMOVE_KEY: 'removeKey',
  OBJECT_TO_REMOVAL: 'objectToRemoval',
}

test('behavior: each selector of the wallet matches its function in the contract', () => {
  const functions = passkeyWalletAbi.filter((item) => item.type === 'function')
  const computed = Object.entries(FUNCTIONS).map(([constant, name]) => {
    const found = functions.find((one) => one.name === name)
    return [constant, found && toFunctionSelector(found)]
  })
  expect(Object.fromEntries(computed)).toEqual({ ...selectors })
})

test('behavior: the topic of an execution matches the contract’s event', () => {
  const executed = passkeyWalletAbi.find((item) => item.type === 'event' && item.name === 'Executed')
  expect(executed?.type === 'event' && toEventSelector(executed)).toBe(EXECUTED_TOPIC)
})

test('behavior: the widget’s own transfer has the selector of the table', () => {
  const transfer = TOKEN_FUNCTIONS.find(({ signature }) => signature === 'transfer(address,uint256)')
  expect(COIN_TRANSFER).toBe(transfer?.selector)
})

test('behavior: lists the functions whose result false means that nothing was done', () => {
  const returning = TOKEN_FUNCTIONS.filter((one) => 'returns' in one && one.returns === 'bool')
  expect(returning.map(({ signature }) => signature)).toEqual([
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'approve(address,uint256)',
    'increaseAllowance(address,uint256)',
    'increaseApproval(address,uint256)',
  ])
})
