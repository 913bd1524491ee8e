import type { CallMessages } from '#widget/messages/calls-en.ts'

export const calls: CallMessages = {
  what: {
    allowance: (amount) => ({ label: '您允许对方花费', main: amount }),
    allowanceWithoutLimit: (token) => ({
      label: '您允许对方花费',
      main: token === '' ? '全部，无限制' : `全部 ${token}，无限制`,
    }),
    allowanceWithdrawn: (token) => ({
      label: '您收回花费的许可',
      main: token === '' ? '这些代币' : token,
    }),
    ambiguous: (number) => ({
      label: '您给予许可的对象',
      main: number,
      remark: '某种代币的最小单位，或编号如此的物品：这里没有人知道是哪一种。',
    }),
    ambiguousWithoutLimit: () => ({ label: '您允许对方花费', main: '全部，无限制' }),
    ambiguousWithdrawn: (number) => ({ label: '您收回一项许可', main: `编号 ${number}` }),
    item: (id) => ({ label: '您将发送', main: `物品 ${id}` }),
    itemGrant: (id) => ({ label: '您允许对方转移', main: `物品 ${id}` }),
    itemWithdrawn: (id) => ({ label: '您收回转移的许可', main: `物品 ${id}` }),
    units: (units, id) => ({ label: '您将发送', main: `物品 ${id}，数量 ${units}` }),
    batch: (count) => ({ label: '您将发送', main: `${count} 种物品` }),
    everyItem: (name) => ({
      label: '您允许对方转移',
      main: name === '' ? '所有物品，现在和以后' : `${name} 的所有物品，现在和以后`,
    }),
    everyItemWithdrawn: (name) => ({
      label: '您收回转移的许可',
      main: name === '' ? '所有物品' : `${name} 的所有物品`,
    }),
    unknown: () => ({ label: '您将调用一个合约', main: '这里没有人能说明它的作用' }),
  },
  labels: {
    amounts: '数量',
    collection: '系列',
    contract: '合约',
    everyRow: '将要发送的所有物品',
    id: '物品',
    nobody: '无人',
    operator: '谁可以转移它们',
    row: '行',
    spender: '谁可以这样做',
    withdrawnFrom: '收回自',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS: '这会失败，因此没有发送。请检查钱包是否有所需的东西，以及由谁接收。',
    },
    warnings: {
      'ambiguous-token':
        '数据没有说明这是某种代币的金额，还是某个系列中的一件物品。请将该数字按两种含义理解。',
      'operator-grant':
        '您指定的对方可以将此系列的所有物品从您的钱包中转走，现在和以后都可以，直到您收回许可。',
      'to-token-contract': '收款方是该代币自己的合约。发送到那里的东西会丢失。',
      'unknown-call': '这里没有人能说明此调用的作用。',
      'unlimited-allowance': '您指定的对方可以取走您钱包中的全部此种代币，现在和以后都可以，直到您收回许可。',
      'value-with-call': '此调用还会发送区块链自身的代币。',
    },
    states: {
      CONFIRMED: { heading: '已确认', text: '已最终完成。' },
      FAILED: {
        heading: '失败',
        text: '区块链拒绝了它，没有发生任何变化。重新准备之前请检查它需要什么。',
      },
    },
    working: { prepare: '正在准备…' },
    confirm: { fingerprintHint: '凡是显示此调用的地方，都会出现相同的词语。' },
  },
}
