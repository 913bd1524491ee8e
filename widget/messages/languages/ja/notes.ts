import type { NotesMessages } from '#widget/messages/notes-en.ts'

export const notes: NotesMessages = {
  balance: (before, after) => `残高は ${before}、この後は ${after} です。`,
  source: 'サーバーの情報によります。',
  feeLarge: '手数料が送る額を上回っています。',
  first: (address, whole) =>
    whole
      ? `このウォレットが ${address} とやり取りするのは初めてです。アドレスを1文字ずつ照らし合わせてください。`
      : `このウォレットは最近 ${address} とやり取りしていません。アドレスを1文字ずつ照らし合わせてください。`,
  unfinished: (address, until) =>
    `${address} への以前の支払いはまだ終わっておらず、${until} まで実行される可能性があります。これも確認すると、二重に支払うことになるかもしれません。`,
  imitates: {
    wallet: (address) => `${address} は、最初と最後がこのウォレットのアドレスと同じ、別のアドレスです。`,
    known: (address, original) =>
      `${address} は、このウォレットがやり取りした ${original} と最初と最後が同じ、別のアドレスです。誰かが取り違えさせようとしています。`,
    token: (address, original) =>
      `${address} は、トークンのコントラクト ${original} と最初と最後が同じ、別のアドレスです。誰かが取り違えさせようとしています。`,
  },
}
