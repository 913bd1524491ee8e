import type { FundingMessages } from '#widget/messages/funding-en.ts'

export const funding: FundingMessages = {
  heading: '充值',
  lede: '此钱包自行支付手续费，因此需要先有少量余额。',
  missing: '请至少发送',
  address: '到此地址',
  watching: '正在等待。付款一到账就会自动继续。',
  stalled: '无法读取余额。我们会继续尝试。',
  arrived: '目前已到账',
}
