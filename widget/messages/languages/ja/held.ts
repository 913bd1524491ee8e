import type { HeldMessages } from '#widget/messages/held-en.ts'

export const held: HeldMessages = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'あなたの承認を待っています',
      text: '承認アプリで承認または拒否してください。それまでは何も送信されません。',
    },
    APPROVED: { heading: '承認済み', text: 'ブロックチェーンへ送信しています。' },
    REJECTED: {
      heading: '拒否済み',
      text: '承認アプリで拒否されました。何も送信されていません。間違いであれば、もう一度準備してください。',
    },
    EXPIRED: {
      heading: '期限切れ',
      text: '時間内に承認されませんでした。何も送信されていません。新しい番号のために、もう一度準備してください。',
    },
    CANCELLED: { heading: '取り消し済み', text: 'もう実行できません。何も送信されていません。' },
  },
  unseen: {
    heading: '結果を確認できません',
    text: 'ウォレットサービスから5分間応答がありません。すでに確定した可能性も、していない可能性もあります。ほかの送信をする前に、もう一度ご確認ください。',
  },
  number: (number) => `${number} を選んでください`,
  pick: '承認するには、承認アプリでこの番号を選んでください。それまでは何も送信されません。',
  timeLeft: (time) => `残り時間：${time}`,
  open: '承認アプリを開く',
  mailed: (email) => `${email ?? 'メールアドレス'} にリンクを送りました。`,
  reported: '身に覚えがないと報告されました。何も送信されておらず、組織に通知されています。',
}
