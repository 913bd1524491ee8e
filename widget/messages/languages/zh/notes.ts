import type { NotesMessages } from '#widget/messages/notes-en.ts'

export const notes: NotesMessages = {
  balance: (before, after) => `您有 ${before}，此后为 ${after}。`,
  source: '据服务器所述。',
  feeLarge: '手续费比您发送的还多。',
  first: (address, whole) =>
    whole
      ? `此钱包从未与 ${address} 有过往来。请逐个字符核对地址。`
      : `此钱包近期未与 ${address} 有过往来。请逐个字符核对地址。`,
  unfinished: (address, until) =>
    `先前向 ${address} 的一笔付款尚未结束，在 ${until} 之前仍可能执行。如果您也确认这一笔，可能会付两次。`,
  imitates: {
    wallet: (address) => `${address} 的开头和结尾与此钱包的地址相同，但不是同一个。`,
    known: (address, original) =>
      `${address} 的开头和结尾与此钱包有过往来的 ${original} 相同，但不是同一个。有人想让您混淆它们。`,
    token: (address, original) =>
      `${address} 的开头和结尾与代币合约 ${original} 相同，但不是同一个。有人想让您混淆它们。`,
  },
}
