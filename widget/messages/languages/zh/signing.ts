import type { SigningMessages } from '#widget/messages/signing-en.ts'

export const signing: SigningMessages = {
  what: {
    coins: (amount) => ({ label: '您将发送', main: amount }),
    moved: (amount) => ({ label: '您将转移另一个账户持有的', main: amount }),
    moreAllowance: (amount) => ({ label: '您允许对方再多花费', main: amount }),
    several: (count) => ({
      label: '您一次签署',
      main: `${count} 个调用`,
      remark: '它们按此顺序执行：要么全部执行，要么全不执行。',
    }),
    backup: () => ({ label: '您将更改此钱包', main: '设置此备用地址' }),
    backupRemoved: () => ({ label: '您将更改此钱包', main: '不再有备用地址' }),
    recoveryCancelled: () => ({ label: '您将更改此钱包', main: '取消恢复' }),
    callCancelled: () => ({ label: '您撤回', main: '您签名过的一个调用' }),
    told: (said) => ({
      label: '此页面称',
      main: said,
      remark: '这是页面自己的说法，这里没有人核实过。地址和数字读自调用本身。',
    }),
  },
  labels: {
    backup: '备用地址',
    data: '数据',
    extraData: '随附数据',
    holder: '取自',
    length: '长度',
    selector: '函数',
    value: '另外发送',
  },
  callOf: (number, count) => `第 ${number} 个调用，共 ${count} 个`,
  bytes: (count) => `${count} 字节`,
  warnings: {
    'allowance-over-balance': '这超过了钱包的余额：以后存入的也可能被取走。',
    'from-other-account': '被转移的东西属于另一个账户，该账户已允许您的钱包转移它。',
    'removes-backup': '钱包将没有备用地址。如果丢失通行密钥，没有人能恢复钱包。',
    'sets-backup': '掌控备用地址的人可以在一段时间后接管钱包。',
  },
  unread: {
    heading: '此页面要求的内容无法读取',
    lede: '这里没有人能说明此调用的作用。它可能会交出此钱包中的一切。',
    understood: '我明白我无法看到它的作用',
    missing: '请勾选，或取消。',
    submit: '继续下去',
  },
}
