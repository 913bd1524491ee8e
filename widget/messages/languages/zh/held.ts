import type { HeldMessages } from '#widget/messages/held-en.ts'

export const held: HeldMessages = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: '等待您的批准',
      text: '请在您的批准应用中批准或拒绝。在此之前不会发送任何内容。',
    },
    APPROVED: { heading: '已批准', text: '正在发送到区块链。' },
    FAILED: {
      heading: '转账失败',
      text: '区块链拒绝了它，代币仍在您的钱包中。重新准备之前请检查余额。',
    },
    REJECTED: {
      heading: '已拒绝',
      text: '它在您的批准应用中被拒绝。没有发送任何内容。如果是误操作，请重新准备。',
    },
    EXPIRED: {
      heading: '已过期',
      text: '它没有及时得到批准。没有发送任何内容。请重新准备以获得新的数字。',
    },
    CANCELLED: { heading: '已取消', text: '它已无法再执行。没有发送任何内容。' },
  },
  unseen: {
    heading: '我们看不到结果',
    text: '钱包服务已有五分钟没有应答。它可能已经确认，也可能没有：在发送其他内容之前，请再查看一次。',
  },
  again: '重新准备',
  cancel: '取消此付款',
  unsure: '您已签名，它可能正在途中。请重试：提交的是同一个签名，且只会生效一次。在此之前，请勿另行支付。',
  executable: (time) =>
    `它没有成功，但在 ${time} 之前仍可能成功：您在此重试，或其他人提交了您的签名。在此之前，请勿另行支付。`,
  number: (number) => `请选择 ${number}`,
  pick: '请在您的批准应用中选择此数字以批准。在此之前不会发送任何内容。',
  timeLeft: (time) => `剩余时间：${time}`,
  open: '打开批准应用',
  mailed: (email) => `我们已将链接发送到 ${email ?? '您的邮箱'}。`,
  reported: '您表示这不是您发起的。没有发送任何内容，并已通知该组织。',
  cancelling: {
    what: '您签名即取消以下内容。之后它将无法再被执行。',
    refused: '未能取消。它可能刚刚被执行：我们会继续查看。',
    tooLate: '取消得太晚：付款已经完成。',
  },
}
