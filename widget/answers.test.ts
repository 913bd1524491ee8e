import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { widgetAddressesSchema } from '#protocol/addresses.ts'
import {
  createWalletResultSchema,
  predictWalletResultSchema,
  requestEmailVerificationResultSchema,
} from '#protocol/create-wallet.ts'
import { executeResultSchema } from '#protocol/execute-transaction.ts'
import { balancesSchema } from '#protocol/holdings.ts'
import { preparedCallSchema } from '#protocol/prepare.ts'
import { simulatedTransactionSchema } from '#protocol/simulation.ts'
import { allowedTokenListSchema, resolvedTokenSchema } from '#protocol/tokens.ts'
import { transactionListSchema } from '#protocol/transactions.ts'
import { widgetConfigSchema, widgetWalletListSchema } from '#protocol/widget-api.ts'
import * as answers from './answers.ts'
import type { Check } from './checks.ts'
import { isSimulated } from './notes/ask-review.ts'
import { areLookedUp } from './notes/looked-up.ts'

const ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const HASH = `0x${'ab'.repeat(32)}`
const UUID = '0b5b3c0e-7a55-4a3e-9c52-0d5b4b0a9a11'
const TOKEN = { address: ADDRESS, name: 'Demo', symbol: 'DEMO', decimals: 6 }

/** Each check of the widget, its schema, and a response as servers send it. */
const CASES: [name: string, check: Check<unknown>, schema: z.ZodMiniType, answer: unknown][] = [
  [
    'config',
    answers.isConfig,
    widgetConfigSchema,
    {
      chainId: 84_001,
      factory: ADDRESS,
      fee: { tokenAddress: ADDRESS, amountPerTransaction: '1', withdrawAddress: ADDRESS },
      operations: ['create'],
      organizationName: 'Demo',
      externalUserId: 'user',
      email: 'a@b.example',
      walletAddress: ADDRESS,
      expiresAt: '2026-11-21T00:00:00.000Z',
      serverTimeSeconds: 1,
    },
  ],
  [
    'wallets',
    answers.areWallets,
    widgetWalletListSchema,
    [
      {
        id: '1',
        address: ADDRESS,
        label: '',
        externalUserId: '',
        externalUserLabel: '',
        createdAtDatetime: '2026-11-21T00:00:00Z',
        passkey: { credentialId: 'abc', qx: '1', qy: '0x2', rpId: 'shop.example' },
      },
    ],
  ],
  [
    'prediction',
    answers.isPrediction,
    predictWalletResultSchema,
    {
      address: ADDRESS,
      deployed: false,
      fee: {
        required: true,
        tokenAddress: ADDRESS,
        tokenSymbol: 'DEMO',
        tokenDecimals: 6,
        amountPerTransaction: '1',
        currentBalance: '0',
        sufficient: false,
      },
    },
  ],
  [
    'code sent',
    answers.isCodeSent,
    requestEmailVerificationResultSchema,
    { success: true, expiresAt: '2026-11-21T00:00:00Z' },
  ],
  [
    'created',
    answers.isCreated,
    createWalletResultSchema,
    { address: ADDRESS, label: 'x', transactionHash: HASH },
  ],
  ['token', answers.isToken, resolvedTokenSchema, TOKEN],
  ['allowed tokens', answers.areAllowedTokens, allowedTokenListSchema, [{ id: '1', logoUrl: '', ...TOKEN }]],
  [
    'balances',
    answers.isBalances,
    balancesSchema,
    {
      address: ADDRESS,
      coins: [{ tokenAddress: ADDRESS, name: 'a', symbol: 'b', decimals: 6, amount: '5' }],
    },
  ],
  [
    'prepared',
    answers.isPrepared,
    preparedCallSchema,
    {
      success: true,
      toAddress: ADDRESS,
      txObject: { functionSignature: 'transfer(address,uint256)', params: ['a', 'b'], data: '0x12' },
    },
  ],
  [
    'addresses',
    areLookedUp,
    widgetAddressesSchema,
    {
      addresses: [
        {
          address: ADDRESS,
          payeeName: 'Demo Shop',
          looksLike: { as: 'organization', address: ADDRESS, name: 'Till' },
          lastUsedAtDatetime: '2026-11-21T00:00:00Z',
        },
        { address: ADDRESS, payeeName: null, looksLike: { as: 'payee', name: 'Demo Shop' } },
        { address: ADDRESS, payeeName: null, looksLike: { as: 'used', address: ADDRESS } },
        { address: ADDRESS, payeeName: null, looksLike: null, lastUsedAtDatetime: null },
      ],
      isWholeHistory: true,
    },
  ],
  [
    'simulated',
    isSimulated,
    simulatedTransactionSchema,
    {
      simulation: {
        outcome: 'succeeds',
        changes: [
          { tokenAddress: ADDRESS, account: ADDRESS, amount: '-5' },
          { tokenAddress: ADDRESS, account: ADDRESS, tokenId: '7', amount: '1' },
        ],
        approvals: [
          { tokenAddress: ADDRESS, spender: ADDRESS, amount: '5' },
          { tokenAddress: ADDRESS, spender: ADDRESS, tokenId: '7' },
        ],
      },
      policies: { outcome: 'blocked', policyId: UUID, policyName: 'a', reason: 'b' },
    },
  ],
  [
    'simulated failure',
    isSimulated,
    simulatedTransactionSchema,
    {
      simulation: { outcome: 'fails', reason: 'a', notHeld: { tokenId: '7' } },
      policies: { outcome: 'needs-approval', by: 'administrator', policyId: UUID, policyName: 'a' },
    },
  ],
  [
    'not simulated',
    isSimulated,
    simulatedTransactionSchema,
    { simulation: { outcome: 'unavailable' }, policies: { outcome: 'needs-approval', by: 'end-user' } },
  ],
  ['simulated by an older service', isSimulated, simulatedTransactionSchema, {}],
  ['executed', answers.isExecuted, executeResultSchema, { success: true, transactionHash: HASH }],
  [
    'held',
    answers.isExecuted,
    executeResultSchema,
    { success: true, status: 'PENDING_USER_APPROVAL', transactionUuid: UUID },
  ],
  [
    'transactions',
    answers.areTransactions,
    transactionListSchema,
    [
      {
        transactionUuid: UUID,
        walletAddress: ADDRESS,
        status: 'CONFIRMED',
        digest: HASH,
        toAddress: ADDRESS,
        value: '0',
        data: '0x',
        expiration: '1',
        fee: '0',
        feeCoinAddress: ADDRESS,
        feeWithdrawAddress: ADDRESS,
        transactionHash: HASH,
        reason: 'x',
        approval: {
          number: 42,
          expiresAtDatetime: '2026-11-21T00:00:00Z',
          notifiedAtDatetime: '2026-11-21T00:00:00Z',
          reported: true,
        },
        createdAtDatetime: '2026-11-21T00:00:00Z',
        updatedAtDatetime: '2026-11-21T00:00:00Z',
      },
    ],
  ],
]

const WRONG = [null, undefined, '', 'x', '01', '0x', 5, true, false, [], {}, ['create', 'x'], [null]]

type Path = string[]

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...at, name]))]
}

function withChange(value: unknown, [name, ...rest]: Path, wrong: unknown): unknown {
  if (name === undefined) return wrong
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? withChange(item, rest, wrong) : item))
  return { ...Object(value), [name]: withChange(Object(value)[name], rest, wrong) }
}

test.each(CASES)('behavior: accepts %s as a server sends it', (_name, check, schema, answer) => {
  expect(schema.safeParse(answer).success).toBe(true)
  expect(check(answer)).toBe(true)
})

/**
 * Members that the widget does not read, so it does not validate them, and members that it checks more
 * strictly than the schema.
 */
const UNREAD =
  /^(config (expiresAt|externalUserLabel|approvalUrl)|wallets 0\.(id|externalUserId|externalUserLabel|createdAtDatetime)|code sent success|allowed tokens 0\.(id|logoUrl)|balances (address|coins\.0\.(name|symbol|decimals))|prepared txObject\.data|wallets 0\.passkey\.(qx|qy)|transactions 0\.(expiration|createdAtDatetime|updatedAtDatetime|approval\.(notifiedAtDatetime|reported))|simulated( failure| by an older service)? $|not simulated $|simulated failure simulation\.notHeld$)/

test.each(CASES)(
  'behavior: with one wrong member, the check of %s agrees with the schema',
  (name, check, schema, answer) => {
    for (const path of pathsOf(answer)) {
      const place = `${name} ${path.join('.')}`
      if (UNREAD.test(place)) continue
      for (const wrong of WRONG) {
        const changed = withChange(answer, path, wrong)
        expect(check(changed), `${place} = ${JSON.stringify(wrong)}`).toBe(schema.safeParse(changed).success)
      }
    }
  },
)

test.each(['javascript:alert(1)', 'data:text/html,x', ' https://wallets.example', ''])(
  'error: rejects %j as the address of an approval app',
  (approvalUrl) => {
    const config = CASES.find(([name]) => name === 'config')?.[3]
    expect(answers.isConfig({ ...Object(config), approvalUrl })).toBe(false)
  },
)

test.each([-1, 256, 1.5, Number.NaN])('error: rejects %s decimals', (decimals) => {
  expect(answers.isToken({ ...TOKEN, decimals })).toBe(false)
})

test('error: does not accept members of the prototype', () => {
  expect(answers.isToken(Object.create(TOKEN))).toBe(false)
})
