import type { SigningMessages } from '#widget/messages/signing-en.ts'

export const signing: SigningMessages = {
  what: {
    coins: (amount) => ({ label: '送る金額', main: amount }),
    moved: (amount) => ({ label: '別のアカウントのものを動かします', main: amount }),
    moreAllowance: (amount) => ({ label: 'さらに使うことを許可します', main: amount }),
    several: (count) => ({
      label: '1回の署名で行うこと',
      main: `${count}件の呼び出し`,
      remark: 'この順番で、すべて行われるか、まったく行われないかのどちらかです。',
    }),
    backup: () => ({ label: 'このウォレットを変更します', main: 'このバックアップアドレスを設定します' }),
    backupRemoved: () => ({
      label: 'このウォレットを変更します',
      main: 'バックアップアドレスがなくなります',
    }),
    recoveryCancelled: () => ({ label: 'このウォレットを変更します', main: '復元を中止します' }),
    callCancelled: () => ({ label: '取り消します', main: '署名済みの呼び出し' }),
    told: (said) => ({
      label: 'このページの説明',
      main: said,
      remark:
        'これはページ自身の言葉で、ここでは誰も確認していません。アドレスと数字は呼び出しそのものから読み取ったものです。',
    }),
  },
  labels: {
    backup: 'バックアップアドレス',
    data: 'データ',
    extraData: '渡されるデータ',
    holder: '引き出し元',
    length: '長さ',
    selector: '関数',
    value: '併せて送るもの',
  },
  callOf: (number, count) => `呼び出し ${number}／${count}`,
  bytes: (count) => `${count} バイト`,
  warnings: {
    'allowance-over-balance':
      'ウォレットの残高を超えています。後から入るものも引き出される可能性があります。',
    'from-other-account':
      '動かすものは別のアカウントに属し、そのアカウントがあなたのウォレットに許可しています。',
    'removes-backup':
      'ウォレットのバックアップアドレスがなくなります。パスキーを失うと、誰もウォレットを復元できません。',
    'sets-backup': 'バックアップアドレスを管理する人は、一定期間の後にウォレットを引き継げます。',
  },
  unread: {
    heading: 'このページは、読み取れないことを求めています',
    lede: 'この呼び出しが何をするのか、ここでは分かりません。ウォレットにあるすべてを渡してしまうかもしれません。',
    understood: '何が行われるか確認できないことを理解しました',
    missing: 'チェックを入れるか、キャンセルしてください。',
    submit: '進む',
  },
}
