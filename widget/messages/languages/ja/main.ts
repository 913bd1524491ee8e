import type { MainMessages } from '#widget/messages/en.ts'

/** Japanese, polite. */
export const main: MainMessages = {
  language: 'ja',
  direction: 'ltr',
  separators: { group: ',', decimal: '.' },
  errors: {
    CONFIGURATION: 'このページのウォレットの設定に誤りがあります。運営者にお知らせください。',
    UNSUPPORTED_BROWSER:
      'このブラウザでは、このページでパスキーを使えません。最新のブラウザで開いてください。',
    RP_ID_MISMATCH:
      'このパスキーは別のウェブアドレスのものです。ウォレットを作成したページを開いてください。',
    OPERATION_NOT_ALLOWED:
      'このページには、ウォレットに対するこの操作が許可されていません。運営者にお知らせください。',
    SESSION_EXPIRED:
      'セッションが終了しました。ページを再読み込みし、必要ならログインして、最初からやり直してください。',
    OFFLINE: 'オフラインです。接続を確認して、もう一度お試しください。失われたものはありません。',
    NETWORK_FAILED:
      'ウォレットサービスに接続できませんでした。しばらくしてからもう一度お試しください。失われたものはありません。',
    UNEXPECTED_ANSWER:
      'ウォレットサービスの応答を理解できなかったため、中止しました。後でもう一度お試しください。',
    OUTCOME_UNKNOWN:
      '送信されたかどうかを確認できませんでした。もう一度お試しください。二重に送信されることはありません。',
    UNKNOWN: '問題が発生しました。もう一度お試しいただくか、このページの運営者にお知らせください。',
    PASSKEY_CANCELLED:
      'パスキーの画面が閉じられたか、使えるパスキーが見つかりませんでした。何も署名されていません。もう一度お試しください。',
    PASSKEY_TIMEOUT:
      'パスキーの画面で時間内に応答がありませんでした。何も署名されていません。もう一度お試しください。',
    PASSKEY_BLOCKED: '外側のページがパスキーを許可していません。このページを別のタブで開いてください。',
    PASSKEY_EXISTS: 'この端末にはすでに同じパスキーがあります。それを使うか、別の端末を選んでください。',
    PASSKEY_UNSUITABLE:
      'このパスキーではウォレットを開けません。別の端末かパスワードマネージャーをお試しください。',
    PASSKEY_WRONG:
      '別のウォレットのパスキーです。何も送信されていません。このウォレットのパスキーでもう一度お試しください。',
    ADDRESS_MISMATCH:
      'ウォレットサービスが示したアドレスが、あなたのパスキーのものではないため、中止しました。そのアドレスには何も送らず、このページの運営者にお知らせください。',
    CALL_MISMATCH:
      'ウォレットサービスが、依頼とは異なる内容を準備したため、中止しました。何も署名されていません。このページの運営者にお知らせください。',
    NO_WALLET: 'ここにはまだウォレットがありません。先に作成してください。',
    NO_TOKEN: 'このウォレットには、ここから送れるコインがありません。',
    INSUFFICIENT_BALANCE: 'ウォレットの残高が手数料に足りません。コインを追加して、もう一度お試しください。',
    STOPPED_BY_PAGE: 'このページが署名を止めました。何も送信されていません。',
    VALIDATION_FAILED:
      '入力内容の一部がウォレットサービスに拒否されました。確認して、もう一度お試しください。',
    INVALID_VERIFICATION_CODE:
      'コードが正しくないか、古くなっています。最新のメールを確認するか、新しいコードを請求してください。',
    INVALID_PUBLIC_KEY: 'ウォレットサービスはこのパスキーを使えません。別のパスキーを作成してください。',
    RP_ID_HASH_NOT_REGISTERED:
      'このウェブアドレスはウォレット用に登録されていません。運営者にお知らせください。',
    WALLET_ALREADY_DEPLOYED:
      'このパスキーにはすでにウォレットがありますが、ここのアカウントのものではありません。最初からやり直し、新しいパスキーを作成してください。',
    INSUFFICIENT_FEE_BALANCE: '入金がまだ届いていません。',
    TRANSACTION_EXPIRED:
      '期限が過ぎたため、新しい期限を設定しました。もう一度内容を確認して承認してください。',
    EXPIRATION_TOO_FAR:
      '時計がずれていたため、期限を設定し直しました。もう一度内容を確認して承認してください。',
    INVALID_SIGNATURE: '署名が受け付けられませんでした。何も送信されていません。もう一度承認してください。',
    FEE_REFUSED: '手数料が変わりました。新しい手数料を確認して、もう一度承認してください。',
    TRANSACTION_REVERTS:
      'この送金は失敗する見込みのため、送信されませんでした。金額、受取人、残高を確認してください。',
    RECIPIENT_CANNOT_RECEIVE: '受取人は、これを受け取れないコントラクトです。何も送信されていません。',
    TOKEN_UNREADABLE: 'このトークンを読み取れません。アドレスを確認してください。',
    WALLET_NOT_OWNED:
      'このウォレットは、ここのアカウントのものではありません。このページの運営者にお知らせください。',
    NOT_FOUND: 'ウォレットサービスはこの機能を提供していません。このページの運営者にお知らせください。',
    CONFLICT: 'すでに処理中です。少し待ってから、もう一度お試しください。',
    RATE_LIMITED: '回数が多すぎます。少し待ってから、もう一度お試しください。',
    CHAIN_FAILED:
      'ブロックチェーンに接続できませんでした。しばらくしてからもう一度お試しください。失われたものはありません。',
    CHAIN_TIMEOUT:
      'ブロックチェーンから時間内に応答がありませんでした。もう一度お試しください。二重に送信されることはありません。',
    UNAVAILABLE:
      'ウォレットサービスは現在利用できません。しばらくしてからもう一度お試しください。失われたものはありません。',
    ORIGIN_REFUSED: 'このウェブアドレスはウォレットサービスを利用できません。運営者にお知らせください。',
    EMAIL_REFUSED:
      'このセッションは別のメールアドレスのものです。ページを再読み込みして、最初からやり直してください。',
  },
  warnings: {
    'self-transfer': '受取人はこのウォレット自身です。',
    'to-token-contract': '受取人はトークン自身のコントラクトです。そこへ送ったコインは失われます。',
    'to-zero-address': '受取人は誰でもありません。そこへ送ったコインは失われます。',
    'unknown-token': 'このトークンとその名前は、ここでは誰も保証していません。',
    'suspicious-token-text': 'トークンの名前は、誤解させるように書かれています。',
  },
  otherWarning: '承認する前に、すべての項目をお読みください。',
  states: {
    SUBMITTED: { heading: '送信済み', text: 'ブロックチェーンが確認しています。数秒かかります。' },
    CONFIRMED: { heading: '完了', text: '送金が確定しました。' },
  },
  common: {
    cancel: 'キャンセル',
    back: '戻る',
    continue: '続ける',
    tryAgain: 'もう一度試す',
    startAgain: '最初からやり直す',
    copy: 'コピー',
    copied: 'コピーしました',
    copyWhat: (what) => `${what}をコピー`,
    loading: '読み込み中…',
    optional: '任意',
    problemHeading: 'うまくいきませんでした',
    retryIn: (seconds) => `${seconds}秒後にもう一度お試しください。`,
    units: (units) => `${units} 最小単位`,
    chain: (chainId) => `チェーン ${chainId}`,
    unnamed: 'ウォレット',
    noFee: 'なし',
  },
  labels: {
    address: 'アドレス',
    amount: '金額',
    calldata: '呼び出しデータ',
    digest: '署名するハッシュ',
    email: 'メールアドレス',
    exactAmount: '最小単位での金額',
    expiration: '有効期限（Unix 秒）',
    fee: '手数料',
    feeReceiver: '手数料の受取先',
    feeToken: '手数料のトークン',
    feeUnits: '最小単位での手数料',
    fingerprint: '照合語',
    from: '送金元',
    function: '関数',
    name: '名前',
    network: 'ネットワーク',
    reason: '理由',
    to: '送金先',
    token: 'トークン',
    transaction: 'トランザクション',
    validFor: '有効期間',
  },
  person: {
    heading: 'ウォレットを作成',
    lede: (organization) =>
      `まず ${organization} がメールアドレスを確認します。その後、この端末のパスキーがウォレットの鍵になります。`,
    emailInvalid: 'name@example.com のようなメールアドレスを入力してください。',
    label: 'ウォレットの名前',
    labelInvalid: (max) => `${max}文字以内で入力してください。`,
    submit: 'コードを送る',
  },
  code: {
    heading: 'コードを入力',
    lede: (email) => `${email} に6桁の数字を送りました。10分間有効です。`,
    label: 'メールのコード',
    invalid: 'コードは6桁の数字です。',
    submitWithPasskey: 'ウォレットを作成',
    resend: '新しいコードを送る',
    resendIn: (seconds) => `新しいコードを送る（${seconds}秒）`,
    resent: '新しいコードを送りました。最新のものだけが使えます。',
    passkeyKept: 'パスキーはそのまま使えます。',
    changeEmail: 'メールアドレスを変更',
  },
  passkey: {
    heading: 'パスキーを作成',
    lede: '端末が指紋、顔、または PIN を求めます。パスキーはウォレットのただ一つの鍵で、ほかの誰にも見えません。',
    domain: '使える場所：',
    submit: 'パスキーを作成',
    knownHeading: 'パスキーで続ける',
    knownLede: '以前ここで作成したパスキーがあり、まだウォレットがありません。一度確認すると、先へ進みます。',
    knownSubmit: 'このパスキーを使う',
    makeNew: '新しいパスキーを作成する',
    useKnown: '以前作成したパスキーを使う',
  },
  working: {
    address: 'ウォレットのアドレスを計算しています…',
    wallet: 'ウォレットを作成しています…',
    prepare: '送金を準備しています…',
    execute: '送信しています…',
  },
  created: {
    heading: 'ウォレットの準備ができました',
    lede: '今作成したパスキーで開きます。',
    backup: 'バックアップアドレスを追加',
  },
  wallet: {
    heading: 'ウォレットを選ぶ',
    lede: 'どのウォレットから送りますか。',
  },
  transfer: {
    heading: 'コインを送る',
    change: 'ウォレットを変更',
    toHint: '受取人のアドレス：0x と 40 文字。',
    balance: (amount) => `残高：${amount}`,
    all: 'すべて送る',
    submit: '確認へ進む',
    problems: {
      toMissing: '受取人のアドレスを入力してください。',
      toNotAddress: 'アドレスではありません。0x と 40 文字が必要です。',
      toChecksum: 'このアドレスには誤りがあります。もう一度コピーしてください。',
      toZero: 'このアドレスは誰のものでもありません。別のものを入力してください。',
      amountMissing: '金額を入力してください。',
      amountFormat: '12.50 のような数字を、桁区切りなしで入力してください。',
      amountDecimals: (decimals) =>
        decimals === 0 ? '整数を入力してください。' : `小数点以下は${decimals}桁までです。`,
      amountZero: '0より大きい金額を入力してください。',
      amountRange: '数字が大きすぎます。',
      amountBalance: (balance, fee, fixed) =>
        `ウォレットの残高は ${balance}${fee === '' ? '' : `、手数料は ${fee}`} です。${fixed ? 'コインを追加して、もう一度お試しください' : '金額を減らしてください'}。`,
    },
  },
  confirm: {
    heading: '確認して承認',
    lede: '送る金額',
    until: (minutes, time) => `${minutes}分間（${time} まで）`,
    fingerprintHint: 'この送金が表示される場所には、どこでも同じ言葉が示されます。',
    details: '正確なデータ',
    unverified: (amount) => `トークンの情報が正しければ ${amount}`,
    submit: 'パスキーで承認',
  },
  progress: {
    noStatus: 'ウォレットサービスは、この後の経過をこのページに知らせません。',
    lost: 'ウォレットサービスに接続できません。自動的に試し続けます。失われることも、二重に送信されることもありません。',
    another: 'さらに送る',
  },
}
