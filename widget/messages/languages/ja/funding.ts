import type { FundingMessages } from '#widget/messages/funding-en.ts'

export const funding: FundingMessages = {
  heading: 'コインを追加',
  lede: 'このウォレットは手数料を自分で支払うため、まず少額の残高が必要です。',
  missing: '送る最低額',
  address: '送り先のアドレス',
  watching: '入金を待っています。届きしだい自動的に進みます。',
  stalled: '残高を読み取れませんでした。引き続き試しています。',
  arrived: 'これまでの入金',
}
