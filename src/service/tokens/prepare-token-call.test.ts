import { concatHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import {
  abiAcceptance,
  abiError,
  abiUint,
  deployAnswering,
  type Answers,
  type Behaviour,
} from '#service/testing/answering-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const ON_ERC721 = 'onERC721Received(address,address,uint256,bytes)'
const ON_ERC1155 = 'onERC1155Received(address,address,uint256,uint256,bytes)'
const ON_ERC1155_BATCH = 'onERC1155BatchReceived(address,address,uint256[],uint256[],bytes)'
/** An item that the wallet holds, and one that does not exist. */
const HELD = '1'
const MISSING = '999'

/** An endpoint of safe transfers, and the function with which the token calls the receiver. */
type Kind = { path: string; hook: string; token: 'erc721' | 'erc1155'; fields: (id: string) => object }
const KINDS: Kind[] = [
  { path: 'erc721/safe-transfer', hook: ON_ERC721, token: 'erc721', fields: (tokenId) => ({ tokenId }) },
  {
    path: 'erc1155/safe-transfer',
    hook: ON_ERC1155,
    token: 'erc1155',
    fields: (tokenId) => ({ tokenId, amount: '1' }),
  },
  {
    path: 'erc1155/batch-transfer',
    hook: ON_ERC1155_BATCH,
    token: 'erc1155',
    fields: (tokenId) => ({ tokenIds: [tokenId, '2'], amounts: ['1', '1'] }),
  },
]

const world = await forFile(serviceWorld.wallets())
const wallet = await world.createWallet()
const { mint } = world.chain
await mint({ standard: 'erc721', to: wallet.address, tokenId: 1n })
for (const tokenId of [1n, 2n]) await mint({ standard: 'erc1155', to: wallet.address, tokenId, amount: 5n })

const receiver = (answers: Answers) => deployAnswering(world.chain, answers)

function prepare(kind: Kind, to: string, id: string, tokenAddress: string = world.chain.tokens[kind.token]) {
  const body = { walletAddress: wallet.address, tokenAddress, from: wallet.address, to, ...kind.fields(id) }
  return world.call('POST', `/v1/baas/tokens/${kind.path}`, { body })
}

describe.each(KINDS)('$path to a contract', (kind) => {
  const nameOfHook = kind.hook.slice(0, kind.hook.indexOf('('))

  test.each<[string, Answers, string]>([
    ['that knows no tokens', {}, `${nameOfHook}: the call reverted without a reason`],
    [
      'that says why it refuses',
      { [kind.hook]: { revert: abiError('members only') } },
      `${nameOfHook}: members only`,
    ],
    [
      'that refuses by an error of the standards',
      { [kind.hook]: { revert: concatHex(['0x64a0ae92', abiUint(1n)]) } },
      `${nameOfHook}: ERC721InvalidReceiver(receiver: 0x0000000000000000000000000000000000000001)`,
    ],
    [
      'that answers everything with nothing',
      { '*': '0x' },
      `${nameOfHook}: it does not return the acceptance value`,
    ],
    [
      'that answers with true',
      { '*': abiUint(1n) },
      `${nameOfHook}: it does not return the acceptance value`,
    ],
    [
      'that answers with four bytes only',
      { [kind.hook]: `0x${abiAcceptance(kind.hook).slice(2, 10)}` },
      `${nameOfHook}: it does not return the acceptance value`,
    ],
    [
      'that runs in circles',
      { '*': 'loop' },
      `${nameOfHook}: the call needs more gas than one transaction may use`,
    ],
    ['that answers without end', { '*': 'endless' }, `${nameOfHook}: the call is not valid for the chain`],
  ])('error: %s is refused, with the reason', async (_name, answers, reason) => {
    const to = await receiver(answers)
    for (const id of [HELD, MISSING]) {
      const answer = await prepare(kind, to, id)
      expect(answer.status).toBe(400)
      expect(answer.content).toEqual({
        message: `The transaction would fail: the recipient is a contract that cannot receive this token (${reason})`,
        code: 'RECIPIENT_CANNOT_RECEIVE',
      })
    }
  })

  test('behavior: a contract that accepts is a valid recipient, whether or not the wallet holds the token yet', async () => {
    const to = await receiver({ [kind.hook]: abiAcceptance(kind.hook) })
    expect((await prepare(kind, to, HELD)).status).toBe(200)
    expect((await prepare(kind, to, MISSING)).status).toBe(200)
  })

  test('behavior: another wallet of ours is a valid recipient, and so is an account without code', async () => {
    const other = await world.createWallet()
    expect((await prepare(kind, other.address, HELD)).status).toBe(200)
    expect((await prepare(kind, '0x000000000000000000000000000000000000dEaD', MISSING)).status).toBe(200)
  })

  test.each<[string, Answers | 'none']>([
    ['is no contract', 'none'],
    ['reverts', {}],
    ['answers nothing', { '*': '0x' }],
    ['runs in circles', { '*': 'loop' }],
    ['answers without end', { '*': 'endless' }],
  ])('error: a token that %s cannot break it; the receiver decides', async (_name, answers) => {
    const token = answers === 'none' ? '0x00000000000000000000000000000000000000Ee' : await receiver(answers)
    const willing = await receiver({ [kind.hook]: abiAcceptance(kind.hook) })
    expect((await prepare(kind, willing, HELD, token)).status).toBe(200)
    const unwilling = await prepare(kind, await receiver({}), HELD, token)
    expect([200, 400]).toContain(unwilling.status)
  })
})

test('error: none of them sent anything', async () => {
  const transactions = await world.ctx.db.selectFrom('transactions').selectAll().execute()
  expect(transactions).toEqual([])
})

const behaviours: Behaviour[] = ['revert', 'loop', 'endless', '0x', abiUint(1n)]
test.each(behaviours.map((behaviour) => [behaviour]))(
  'behavior: other calls need no result of the token: approvals and coins are prepared for a token that returns %j',
  async (behaviour) => {
    const tokenAddress = await receiver({ '*': behaviour })
    const to = tokenAddress
    const body = { walletAddress: wallet.address, tokenAddress }
    const bodies: [string, object][] = [
      ['erc20/transfer', { to, amount: '1' }],
      ['erc20/approve', { spender: to, amount: '1' }],
      ['erc721/approve', { approved: to, tokenId: '1' }],
      ['erc721/set-approval-for-all', { operator: to, approved: true }],
      ['erc1155/set-approval-for-all', { operator: to, approved: true }],
    ]
    for (const [path, fields] of bodies) {
      const answer = await world.call('POST', `/v1/baas/tokens/${path}`, { body: { ...body, ...fields } })
      expect(answer.status, `${path} ${answer.text}`).toBe(200)
    }
  },
)
