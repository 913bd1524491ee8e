import type { Language, MainMessages, Parts } from './messages.ts'
import { ja as pageErrors } from './page-errors.ts'

/** Japanese, polite. */
const main: MainMessages = {
  language: 'ja',
  direction: 'ltr',
  separators: { group: ',', decimal: '.' },
  errors: {
    CONFIGURATION: pageErrors.CONFIGURATION,
    UNSUPPORTED_BROWSER:
      'このブラウザでは、このページでパスキーを使えません。最新のブラウザで開いてください。',
    RP_ID_MISMATCH:
      'このパスキーは別のウェブアドレスのものです。ウォレットを作成したページを開いてください。',
    OPERATION_NOT_ALLOWED:
      'このページには、ウォレットに対するこの操作が許可されていません。運営者にお知らせください。',
    SESSION_EXPIRED:
      'セッションが終了しました。ページを再読み込みし、必要ならログインして、最初からやり直してください。',
    OFFLINE: 'オフラインです。接続を確認して、もう一度お試しください。失われたものはありません。',
    NETWORK_FAILED: pageErrors.NETWORK_FAILED,
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
    NO_TOKEN: 'このウォレットには、ここから送れるトークンがありません。',
    INSUFFICIENT_BALANCE:
      'ウォレットの残高が手数料に足りません。トークンを追加して、もう一度お試しください。',
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
      '期限が過ぎたため、新しい期限を設定しました。もう一度内容を確認して確定してください。',
    EXPIRATION_TOO_FAR:
      '時計がずれていたため、期限を設定し直しました。もう一度内容を確認して確定してください。',
    INVALID_SIGNATURE: '署名が受け付けられませんでした。何も送信されていません。もう一度確定してください。',
    FEE_REFUSED: '手数料が変わりました。新しい手数料を確認して、もう一度確定してください。',
    TRANSACTION_REVERTS:
      'この送金は失敗する見込みのため、送信されませんでした。金額、受取人、残高を確認してください。',
    RECIPIENT_CANNOT_RECEIVE: '受取人は、これを受け取れないコントラクトです。何も送信されていません。',
    TOKEN_UNREADABLE:
      'このトークンを読み取れないか、小数点以下の桁数が示されていません。アドレスを確認してください。',
    WALLET_NOT_OWNED:
      'このウォレットは、ここのアカウントのものではありません。このページの運営者にお知らせください。',
    NOT_FOUND: 'ウォレットサービスはこの機能を提供していません。このページの運営者にお知らせください。',
    CONFLICT: 'すでに処理中です。少し待ってから、もう一度お試しください。',
    RATE_LIMITED: 'リクエストが多すぎます。少し待ってから、もう一度お試しください。',
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
    'to-token-contract': '受取人はトークン自身のコントラクトです。そこへ送ったトークンは失われます。',
    'to-zero-address': '受取人はゼロアドレスです。そこへ送ったトークンは失われます。',
    'unknown-token': '許可リストにないトークンです。名前は偽りかもしれません。',
    'suspicious-token-text': 'このトークンの名前は、誤解を招くものです。',
  },
  otherWarning: '確定する前に、すべての項目をお読みください。',
  states: {
    SUBMITTED: { heading: '送信済み', text: 'ブロックチェーンが確認しています。数秒かかります。' },
    CONFIRMED: { heading: '完了', text: '送金が完了しました。' },
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
    digest: '署名するダイジェスト',
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
    validUntil: '有効期限',
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
    lede: '端末が指紋、顔、または PIN を求めます。パスキーはウォレットのただ一つの鍵です。',
    domain: '使える場所：',
    submit: 'パスキーを作成',
    knownHeading: 'パスキーで続ける',
    knownLede: '以前ここで作成したパスキーがあり、まだウォレットがありません。一度使うと、先へ進みます。',
    knownSubmit: 'このパスキーを使う',
    makeNew: '代わりに新しいパスキーを作成する',
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
    single:
      'このパスキーは1台の端末にしかありません。その端末を失うと、バックアップアドレスだけがウォレットを取り戻せます。',
    backup: 'バックアップアドレスを追加',
  },
  wallet: {
    heading: 'ウォレットを選ぶ',
    lede: 'どのウォレットから送りますか。',
  },
  transfer: {
    heading: 'トークンを送る',
    change: 'ウォレットを変更',
    toHint: 'ウォレットのアドレス（0x…）',
    balance: (amount) => `残高：${amount}`,
    all: 'すべて送る',
    submit: '確認へ進む',
    problems: {
      toMissing: '受取人のアドレスを入力してください。',
      toNotAddress: 'アドレスではありません。0x と 40 文字が必要です。',
      toChecksum: 'このアドレスには誤りがあります。もう一度コピーしてください。',
      toZero: 'これはゼロアドレスです。',
      amountMissing: '金額を入力してください。',
      amountFormat: '12.50 のような数字を、桁区切りなしで入力してください。',
      amountDecimals: (decimals) =>
        decimals === 0 ? '整数を入力してください。' : `小数点以下は${decimals}桁までです。`,
      amountZero: '0より大きい金額を入力してください。',
      amountRange: '数字が大きすぎます。',
      amountBalance: (balance, fee, fixed) =>
        `ウォレットの残高は ${balance}${fee === '' ? '' : `、手数料は ${fee}`} です。${fixed ? 'トークンを追加して、もう一度お試しください' : '金額を減らしてください'}。`,
    },
  },
  confirm: {
    heading: '確認して確定',
    lede: '送る金額',
    validFor: (minutes) => `${minutes}分間有効`,
    fingerprintHint: 'この送金が表示される場所には、どこでも同じ言葉が示されます。',
    details: '生データ',
    unverified: (amount) => `${amount}（トークンの申告による）`,
    submit: 'パスキーで確定',
  },
  progress: {
    noStatus: 'ウォレットサービスは状態を知らせていません。',
    lost: 'ウォレットサービスから有効な応答がありません。自動的に試し続けます。失われることも、二重に送信されることもありません。',
    another: 'さらに送る',
  },
}

const calls: Parts['calls'] = {
  what: {
    allowance: (amount) => ({ label: '使うことを許可します', main: amount }),
    allowanceWithdrawn: (token) => ({
      label: '使う許可を取り消します',
      main: token === '' ? 'このトークン' : token,
    }),
    ambiguous: (number) => ({
      label: '許可を与える対象',
      main: number,
      remark: '最小単位での金額か、NFTのトークンIDです。どちらなのかは呼び出しから分かりません。',
    }),
    ambiguousWithoutLimit: () => ({ label: '使うことを許可します', main: '無制限' }),
    ambiguousWithdrawn: (number) => ({ label: '許可を取り消します', main: `番号 ${number}` }),
    item: (quantity) => ({ label: '送るもの', main: quantity }),
    itemGrant: (quantity) => ({ label: '移転を許可します', main: quantity }),
    itemWithdrawn: (quantity) => ({ label: '移転の許可を取り消します', main: quantity }),
    batch: (count) => ({ label: '送るもの', main: `${count}個のトークンID` }),
    everyItem: (name) => ({
      label: '移転を許可します',
      main:
        name === ''
          ? 'このコレクションのすべてのトークン、今も今後も'
          : `${name} のすべてのトークン、今も今後も`,
    }),
    everyItemWithdrawn: (name) => ({
      label: '移転の許可を取り消します',
      main: name === '' ? 'このコレクションのすべてのトークン' : `${name} のすべてのトークン`,
    }),
    unknown: () => ({ label: 'コントラクトを呼び出します', main: '影響は不明です' }),
  },
  labels: {
    amounts: '数量',
    collection: 'コレクション',
    contract: 'コントラクト',
    everyRow: 'すべてのトークンID',
    id: 'トークンID',
    nobody: 'なし',
    operator: 'オペレーター',
    row: '行',
    spender: '使用を許可する相手',
    withdrawnFrom: '取り消す相手',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'これは失敗する見込みのため、送信されませんでした。ウォレットに必要なものがあるか、受け取る相手は誰かを確認してください。',
    },
    warnings: {
      'ambiguous-token':
        'これがトークンの金額なのか、コレクションの1つのNFTなのか、データからは分かりません。数字を両方の意味で読んでください。',
      'operator-grant':
        'オペレーターは、許可を取り消すまで、今も今後も、このコレクションのトークンをすべて移転できます。',
      'to-token-contract': '受取人はトークン自身のコントラクトです。そこへ送ったものは失われます。',
      'unknown-call': 'この呼び出しはデコードできません。影響は不明です。',
      'unlimited-allowance':
        '許可された相手は、許可を取り消すまで、今も今後も、このトークンの残高をすべて移転できます。',
      'value-with-call': 'この呼び出しは、チェーンのネイティブトークンも送ります。',
    },
    states: {
      CONFIRMED: { heading: '完了', text: 'ブロックチェーンで実行されました。' },
      FAILED: {
        heading: '失敗しました',
        text: '実行されず、何も変わっていません。もう一度準備する前に、必要なものを確認してください。',
      },
    },
    working: { prepare: '準備しています…' },
    confirm: { fingerprintHint: 'この呼び出しが表示される場所には、どこでも同じ言葉が示されます。' },
  },
}

const frame: Parts['frame'] = {
  errors: {
    INSECURE_CONTEXT:
      'パスキーには暗号化されたページが必要です。https:// で始まるアドレスでこのページを開いてください。',
    PAGE_HIDDEN:
      'このページが前面になかったため、パスキーの画面を開けませんでした。ここをクリックして、もう一度お試しください。',
    PASSKEY_NOT_FOUND:
      '画面がすぐに閉じました。この端末には、このウォレットのパスキーがないのかもしれません。何も署名されていません。もう一度試し、スマートフォンか別の端末を選んでください。アプリがこのページを表示している場合は、ブラウザで開いてください。',
    PASSKEY_REFUSED:
      'ブラウザが確認なしにすぐ拒否しました。画面ロック、指紋、または PIN を設定してもう一度試すか、別の端末を使ってください。アプリがこのページを表示している場合は、ブラウザで開いてください。',
    PASSKEY_NO_ANSWER:
      'パスワードマネージャーが要求を受け取ったまま応答しませんでした。このページでは無効にするか、別のものを選んで、もう一度お試しください。',
    PASSKEY_BUSY: '別のパスキーの画面が開いています。完了するか閉じてから、もう一度お試しください。',
    PASSKEY_DEVICE_FAILED:
      'デバイスが応答できませんでした。ロックを解除し、パスワードマネージャーにサインインしてから、もう一度お試しいただくか、別のデバイスをお使いください。',
    PASSKEY_BROWSER_FAILED:
      'ブラウザーがパスキーの画面を開けませんでした。ブラウザーを更新するか、パスワードの拡張機能を無効にするか、別のブラウザーをお使いください。',
    PASSKEY_CLICK_NEEDED:
      'パスキーの画面を開くには、もう一度クリックが必要です。ボタンをもう一度押してください。',
    PASSKEY_UNVERIFIED:
      '端末が本人確認を行いませんでした。端末に指紋、顔、または PIN を設定するか、別の端末を使ってください。',
    PASSKEY_KEY_TYPE:
      'この端末が作成するパスキーは、ウォレットに必要な種類ではありません。別の端末かパスワードマネージャーを使ってください。',
    POLICY_REFUSED:
      'このウォレットのルールで許可されていないため、送信されませんでした。内容を変更するか、このページの運営者にお問い合わせください。',
    CO_SIGNATURE_MISSING:
      'このウォレットの共同署名者の署名も必要ですが、このサービスからは依頼できません。何も送信されていません。このページの運営者にお問い合わせください。',
    CO_SIGNER_NOT_READY:
      'このウォレットの共同署名者はまだ準備中です。何も送信されていません。少し待ってからもう一度お試しください。',
    CLOCK_WRONG:
      '端末の時計がずれているため、期限が拒否されました。自動設定にして、もう一度内容を確認して確定してください。',
    RP_ID_MISMATCH:
      'このパスキーは、このページとは別のウェブアドレスのものです。作成したページを開いてください。',
    PASSKEY_BLOCKED: '外側のページが、ここでのパスキーを許可していません。別のウィンドウで続けてください。',
  },
  copyDetails: 'サポート用の詳細',
  covered: '何かがこのウォレットを覆っているか、全体が見えていません。この状態では何も確定できません。',
  openWindow: 'ウィンドウで開く',
  windowOpen: '開いたウィンドウで続けてください。',
  windowBlocked:
    'ブラウザがウィンドウを開きませんでした。このページのポップアップを許可して、もう一度押してください。',
  createHeading: 'ここでパスキーを作成',
  createLede: '元のページでは作成できません。このウィンドウは後で閉じます。',
  createSubmit: 'パスキーを作成',
  notCreated:
    'パスキーは作成されませんでした。画面が閉じられたか、端末に空きがありません。もう一度試すか、別の端末を使ってください。',
}

const funding: Parts['funding'] = {
  heading: 'トークンを追加',
  lede: 'このウォレットは手数料を自分で支払うため、まず少額の残高が必要です。',
  missing: '送る最低額',
  address: '送り先のアドレス',
  watching: '入金を待っています。届きしだい自動的に進みます。',
  stalled: '残高を読み取れませんでした。引き続き試しています。',
  arrived: 'これまでの入金',
}

const held: Parts['held'] = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'あなたの承認を待っています',
      text: '承認アプリで承認または拒否してください。それまでウォレットサービスは何も送信しません。',
    },
    APPROVED: { heading: '承認済み', text: 'ブロックチェーンへ送信しています。' },
    FAILED: {
      heading: '送金に失敗しました',
      text: '実行されず、トークンはウォレットに残っています。もう一度準備する前に残高を確認してください。',
    },
    REJECTED: {
      heading: '拒否済み',
      text: '承認アプリで拒否されました。ウォレットサービスは何も送信していません。間違いであれば、もう一度準備してください。',
    },
    EXPIRED: {
      heading: '期限切れ',
      text: '時間内に承認されませんでした。ウォレットサービスは何も送信していません。新しい番号のために、もう一度準備してください。',
    },
    CANCELLED: { heading: '取り消し済み', text: '実行されませんでした。' },
  },
  unseen: {
    heading: '状態不明',
    text: 'ウォレットサービスから5分間応答がありません。すでに完了した可能性があります。ほかの送信をする前に、もう一度ご確認ください。',
  },
  overdue: '承認できる時間が過ぎました。',
  again: 'もう一度準備する',
  cancel: 'この支払いを取り消す',
  unsure:
    '署名は済んでおり、すでに送信中かもしれません。もう一度お試しください。同じ署名が提出され、一度しか有効になりません。それまでは、再度支払わないでください。',
  executable: (time) =>
    `まだ完了していませんが、${time} までは実行される可能性があります。ここでもう一度試した場合、またはほかの誰かがあなたの署名を提出した場合です。それまでは、再度支払わないでください。`,
  number: (number) => `${number} を選んでください`,
  pick: '承認するには、承認アプリでこの番号を選んでください。それまでウォレットサービスは何も送信しません。',
  other: {
    heading: '管理者の承認待ち',
    text: '承認のため、管理者にこの番号を伝えてください。それまでウォレットサービスは何も送信しません。',
  },
  timeLeft: (time) => `残り時間：${time}`,
  open: '承認アプリを開く',
  mailed: (email) => `${email ?? 'メールアドレス'} にリンクを送りました。`,
  reported: 'あなたが報告しました。ウォレットサービスは何も送信しておらず、組織に通知されました。',
  cancelling: {
    what: 'この署名で次の内容を取り消します。以後は実行できなくなります。',
    refused: '取り消せませんでした。たった今実行された可能性があります。引き続き確認します。',
    tooLate: '取り消しが間に合わず、支払いは実行されました。',
  },
}

const message: Parts['message'] = {
  heading: {
    text: 'メッセージに署名',
    'sign-in': 'サインイン',
    permission: '許可に署名',
    payment: '支払いに署名',
    cancellation: '署名済みの支払いを取り消す',
    data: 'データに署名',
  },
  lede: (origin: string) => `${origin} が署名を求めています。ブロックチェーンには何も送信されません。`,
  by: '署名するウォレット',
  which: 'どのウォレットで署名しますか？',
  otherCoSigner:
    'サーバーが示す共同署名者は、このブラウザーが知るものと異なります。ご自身で変更していなければ、署名しないでください。',
  removedCoSigner:
    '共同署名者の解除を始めました。サーバーは完了したと示しています。共同署名者が異議を申し立てた場合は完了していないため、署名しないでください。',
  hash: 'メッセージのハッシュ',
  validFrom: '有効期間の開始',
  validUntil: '有効期限',
  noEnd: '期限なし',
  warnings: {
    site: (site: string, origin: string) =>
      `これは ${site} へのサインインですが、求めているのは ${origin} です。署名を得た者は、そこであなたのアカウントを使えます。`,
    uri: (address: string, origin: string) =>
      `これはアドレス ${address} に対するもので、${origin} のものではありません。`,
    account: 'このサインインは、あなたのウォレットとは別のアカウントを指しています。',
    chain: 'このサインインは、あなたのウォレットとは別のネットワークに対するものです。',
    expired: 'このサインインは期限切れです。',
    early: 'このサインインはまだ有効ではありません。',
    malformed:
      'サインインのように見えますが、その形式ではありません。別の意味を持つ部分があるかもしれません。',
    hidden: 'テキストに見えない文字が含まれています。コードで表示しています。',
    foreign:
      'これはあなたのウォレットではなく、別のアカウントの資金に関するものです。あなたの署名はそこでは無効か、あるいは罠です。',
    gives: 'この署名だけで、ここに示したものを他者が持ち出せます。その前に確認されることはありません。',
    unread:
      'この署名が何を許可するのか分かりません。ウォレットにあるすべてを渡してしまうかもしれません。すべての行を読んでください。',
  },
  understood: '内容を読み、それでも署名します',
  refused: {
    held: 'このウォレットの操作は承認アプリで承認されます。署名するとそれを回避することになります。何も署名されていません。許可をトランザクションとして送るよう、このページに求めてください。',
    declined: '承認アプリで拒否されました。このページは署名を受け取っていません。',
    expired: '時間内に承認されませんでした。このページは署名を受け取っていません。',
    coSigner: 'このウォレットには共同署名者がいますが、署名していません。ページは署名を受け取っていません。',
    unsafe:
      'このページは、トランザクションかもしれないものへの署名を求めています。何も署名されていません。運営者にお知らせください。',
  },
  signedHeading: '署名しました',
  signed: '署名をページに渡しました。ブロックチェーンには何も送信されていません。',
}

const notes: Parts['notes'] = {
  balance: (before, after) => `残高：${before}。この後：${after}。`,
  source: 'サーバーの報告による情報です。',
  payee: (address, name) => `この組織は ${address} を「${name}」と呼んでいます。`,
  feeLarge: '手数料が送る額を上回っています。',
  first: (address, whole) =>
    whole
      ? `このウォレットが ${address} とやり取りするのは初めてです。アドレスを1文字ずつ照らし合わせてください。`
      : `このウォレットは最近 ${address} とやり取りしていません。アドレスを1文字ずつ照らし合わせてください。`,
  unfinished: (address, until) =>
    `${address} への以前の支払いは、${until} まで実行される可能性があります。これも確定すると、二重に支払うことになるかもしれません。`,
  unchecked: (address) =>
    `${address} に似たアドレスがないか確認できませんでした。アドレスを一文字ずつ比べてください。`,
  imitates: {
    wallet: (address) => `${address} は、最初と最後がこのウォレットのアドレスと同じ、別のアドレスです。`,
    known: (address, original) =>
      `${address} は、このウォレットがやり取りした ${original} と最初と最後が同じ、別のアドレスです。作成者は取り違えさせようとしています。`,
    token: (address, original) =>
      `${address} は、トークンのコントラクト ${original} と最初と最後が同じ、別のアドレスです。作成者は取り違えさせようとしています。`,
    named: (address, name) =>
      `${address} は、組織が登録している「${name}」と最初と最後が同じ、別のアドレスです。作成者は取り違えさせようとしています。`,
  },
  simulation: {
    differs:
      'ブロックチェーン上のシミュレーションの結果が、ここに表示されている内容と異なります。理由が分からない限り、確定しないでください。',
    balance: '残高が変わるアカウント',
    approval: '許可の相手',
    read: 'ここでの表示',
    simulated: 'シミュレーションの結果',
    nothing: '変化なし',
    everything: 'すべてのトークン',
    understood: '異なる理由を理解しています',
    missing: 'ブロックチェーン上でシミュレーションできませんでした。バイト列だけを読み取っています。',
    checking: '内容を確認しています…',
    fails: '今送信すると、この取引は失敗します。',
    notHeld: 'ウォレットは、送信するトークンを十分に保有していません。',
    itemNotHeld: (tokenId) => `ウォレットはトークンID ${tokenId} を保有していないか、数量が足りません。`,
    blocked: (name) => `ポリシー「${name}」によりブロックされました。`,
    unsignable: '署名できません。',
    again: 'もう一度確認',
    orgApproval: (name) => `署名後に組織の承認が必要です（ポリシー「${name}」）。`,
    ownApproval: '署名後に、承認アプリでご自身が承認します。',
  },
}

const quantity: Parts['quantity'] = {
  unlimited: (token) => (token === '' ? '無制限' : `${token} 無制限`),
}

const signing: Parts['signing'] = {
  what: {
    coins: (amount) => ({ label: '送る金額', main: amount }),
    moved: (amount) => ({ label: '別のアカウントから移転します', main: amount }),
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
    coSigner: () => ({ label: 'このウォレットを変更します', main: 'この共同署名者を設定します' }),
    coSignerRemoved: () => ({ label: 'このウォレットを変更します', main: '共同署名者がなくなります' }),
    coSignerRemovalStarted: () => ({
      label: 'このウォレットを変更します',
      main: '共同署名者の解除を開始します',
    }),
    coSignerKept: () => ({ label: 'このウォレットを変更します', main: '共同署名者を維持します' }),
    deviceAdded: () => ({ label: 'このウォレットを変更します', main: 'このデバイスを追加します' }),
    deviceRemoved: () => ({ label: 'このウォレットを変更します', main: 'このデバイスを削除します' }),
    objected: () => ({ label: '異議を申し立てます', main: '共同署名者の解除に対して' }),
    registered: (said, owner) => ({
      label: `公開レジストリでの ${owner} の説明`,
      main: said,
      remark:
        'この組織はこの言葉を信頼していますが、ここでは検証されていません。アドレスと数字は呼び出しそのものから読み取ったものです。',
    }),
    formatted: (said) => ({
      label: 'このページの説明',
      main: said,
      remark:
        'これはページ自身の言葉で、検証されていません。アドレスと数字は呼び出しそのものから読み取ったものです。',
    }),
  },
  labels: {
    backup: 'バックアップアドレス',
    coSigner: '共同署名者',
    data: 'データ',
    extraData: '追加データ',
    holder: '引き出し元',
    key: '公開鍵',
    length: '長さ',
    selector: '関数',
    value: '併せて送るもの',
  },
  callNumber: (number, count) => `呼び出し ${number}／${count}`,
  bytes: (count) => `${count} バイト`,
  warnings: {
    'allowance-over-balance':
      'ウォレットの残高を超えています。後から入るものも引き出される可能性があります。',
    'from-other-account':
      '動かすものは別のアカウントに属し、そのアカウントがあなたのウォレットに許可しています。',
    'adds-key': '追加するパスキーは、このウォレットのすべてに署名できます。',
    'objects-to-removal':
      '相手のウォレットの所有者は、共同署名者の解除まで3日ではなく30日待つことになります。',
    'removes-co-signer': 'その後は、パスキーだけでこのウォレットのすべてを動かせます。',
    'removes-key': '削除するパスキーは、このウォレットに署名できなくなります。',
    'sets-co-signer':
      'このアドレスが間違っていると、ウォレットは3日間使えません。すべての取引にこのアドレスの署名も必要になります。',
    'starts-co-signer-removal': '3日後には、パスキーだけでこのウォレットのすべてを動かせます。',
    'removes-backup':
      'ウォレットのバックアップアドレスがなくなります。パスキーを失うと、ウォレットを復元できません。',
    'sets-backup': 'バックアップアドレスを管理する人は、一定期間の後にウォレットを乗っ取れます。',
  },
  unread: {
    heading: 'このページは、読み取れないことを求めています',
    lede: 'この呼び出しはデコードできません。ウォレットにあるすべてを渡してしまうかもしれません。',
    understood: '何が行われるか確認できないことを理解しました',
    missing: 'チェックを入れるか、キャンセルしてください。',
    submit: '進む',
  },
}

const wallet: Parts['wallet'] = {
  labels: {
    activeFrom: '有効化できる時刻',
    backup: 'バックアップアドレス',
    callData: '呼び出しデータ',
    contract: '送り先（あなたのウォレット）',
    network: 'ネットワーク',
    sender: '送り元（バックアップアドレス）',
    value: '値',
    wallet: 'ウォレット',
  },
  timeLeft: (days, time) => (days === 0 ? `残り時間：${time}` : `残り時間：${days}日 ${time}`),
  network: (chainId) => `チェーン ${chainId}`,
  changeWallet: '別のウォレット',
  login: {
    heading: 'ウォレットを開く',
    lede: (organization) => `${organization} のウォレットのパスキーを使います。署名や送信は行われません。`,
    submit: 'パスキーを使う',
    working: 'ウォレットを探しています…',
    doneHeading: 'これがあなたのウォレットです',
    done: 'この端末でパスキーを使って開けます。',
    singleWithBackup:
      'このパスキーは1台の端末にしかありません。バックアップアドレスでウォレットを取り戻せます。',
    unchecked:
      'これはウォレットの最初のパスキーではないため、アドレスを計算できません。お金を受け取る前に、控えておいたアドレスと照らし合わせてください。',
    missedHeading: 'このパスキーで開けるウォレットがありません',
    missed: {
      unknown:
        '別のアカウントまたは別のサイトのものかもしれません。別のパスキーを試すか、別のアカウントでログインしてください。',
      'other-chain': '別のネットワークのウォレット用に作成されたものです。別のパスキーをお試しください。',
      replaced: 'ウォレットから削除されたか、復元で置き換えられました。別のパスキーを使ってください。',
    },
    again: '別のパスキーを試す',
    forget: 'このパスキーを端末から削除する',
    forgetHint:
      '何も開かないと確信できる場合だけにしてください。このパスキーでしか開けないウォレットがほかにあれば、失われます。',
    forgetSure: 'はい、削除します',
  },
  receive: {
    heading: '受け取る',
    lede: '支払ってくれる人にこのアドレスを伝えてください。',
    qr: 'アドレスの QR コード',
    accepted: 'ここで受け取れるもの',
    otherwise: (chain) =>
      `このネットワーク（チェーン ${chain}）でのみ送ってもらってください。別のネットワークで送られたものはここに届きません。`,
    received: (amount) => `${amount} を受け取りました`,
    watching: '届いたトークンは自動的にここに表示されます。',
    stalled: '残高を読み取れませんでした。引き続き試しています。',
    blind: 'このサービスは残高を知らせないため、届いたトークンはここに表示されません。',
    balance: (amount) => `残高 ${amount}`,
  },
  backup: {
    heading: 'バックアップアドレス',
    lede: 'パスキーを失ったとき、このアドレスからウォレットに新しいパスキーを与えられます。3日かかり、その間は今のパスキーで拒否できます。',
    hint: '鍵が安全な場所にあり、この端末にはないアドレス：ハードウェアウォレットや、信頼できる人のもの。',
    present: 'バックアップアドレスが設定されています。変更できます。',
    none: 'バックアップアドレスがありません。パスキーを失うと、ウォレットも失われます。',
    unknown: 'このサービスは、バックアップアドレスを知らせません。',
    label: '新しいバックアップアドレス',
    submit: '確認して署名',
    remove: 'バックアップアドレスを削除',
    later: '後で',
    pendingHeading: '新しいパスキーが提案されています',
    pending: (time) =>
      `バックアップアドレスが、ウォレットに新しいパスキーを与えようとしています。${time} から有効化できます。身に覚えがなければ、今すぐ拒否してください。`,
    refuse: '新しいパスキーを拒否する',
    problems: {
      missing: 'アドレスを入力してください。',
      notAddress: '鍵を持てるアドレスではありません。0x と 40 文字が必要です。',
      checksum: 'このアドレスには誤りがあります。もう一度コピーしてください。',
      self: '同じパスキーで開く、あなた自身のウォレットです。別のアドレスを使ってください。',
      token: 'トークンのコントラクトで、署名できません。別のアドレスを使ってください。',
      same: 'すでにバックアップアドレスになっています。',
      coSigner: '共同署名者か承認用パスキーのアドレスです。別のアドレスを使ってください。',
      imitation: 'あなたのアドレスの1つに似た、別のアドレスです。確かな場所からもう一度コピーしてください。',
    },
    what: {
      set: 'バックアップアドレスを設定します',
      remove: 'バックアップアドレスを削除します',
      removed: 'ウォレットを復元できなくなります',
      refuse: '提案されたパスキーを拒否します',
      refused: '今のパスキーがそのまま残ります',
      unknown: 'コントラクトを呼び出します',
      unknownMain: '影響は不明です',
    },
    warnings: {
      'sets-backup':
        'このアドレスの鍵を持つ人は、期限までに拒否されなければ、3日後にウォレットを乗っ取れます。',
      'removes-backup': 'バックアップアドレスがないと、パスキーを失えばウォレットも失われます。',
      'unknown-call': 'この呼び出しはデコードできません。影響は不明です。',
    },
    confirmed: { heading: '完了', text: 'ブロックチェーンで確定しました。' },
    failed: { heading: '失敗しました', text: '実行されず、何も変わっていません。' },
    preparing: '準備しています…',
    another: 'バックアップアドレスを表示',
  },
  recover: {
    heading: 'ウォレットを復元',
    lede: 'パスキーを失ったときのための手順です。今、新しいパスキーを作成します。バックアップアドレスがそれを提案し、3日後にそのパスキーでウォレットが開きます。',
    submit: '新しいパスキーを作成',
    domain: '使える場所：',
    proposalHeading: '新しいパスキーを提案する',
    proposal:
      'バックアップアドレスから、任意のウォレットアプリでこの呼び出しを送ってください。届いたかどうかはここで確認します。',
    other:
      'バックアップアドレスは、これとは別のパスキーを提案しています。代わりにこれを提案するには、この呼び出しを送ってください。3日間は最初から数え直しになります。',
    qr: '対応するウォレットアプリで読み取れる、呼び出しの QR コード',
    watching: '待っています。ページを離れても戻って来られます。新しいパスキーは保存されています。',
    stalled: 'ウォレットを読み取れませんでした。引き続き試しています。',
    waitingHeading: '待機中',
    waiting:
      '新しいパスキーが提案されました。時間が過ぎると有効化できます。それまでは古いパスキーで拒否できます。',
    waitingElsewhere:
      '新しいパスキーが提案されていますが、このブラウザで作成されたものではありません。身に覚えがなければ、今のパスキーで拒否してください。',
    activateHeading: '新しいパスキーを有効化',
    activateText:
      '3日間が過ぎました。これからは新しいパスキーでウォレットが開き、古いパスキーでは開きません。',
    activate: '有効化する',
    working: '新しいパスキーを有効化しています…',
    noBackupHeading: 'このウォレットにはバックアップアドレスがありません',
    noBackup:
      '開けるのはパスキーだけです。ほかの端末、パスワードマネージャー、セキュリティキーの中を探してください。',
    doneHeading: 'ウォレットが復元されました',
    done: '新しいパスキーで開きます。古いパスキーでは開きません。',
    doneElsewhere: '新しいパスキーを作成した端末で、そのパスキーを使って開きます。',
  },
}

const welcome: Parts['welcome'] = {
  mail: 'このウォレットを保護するにはメールを確認してください',
  link: 'お送りするリンクを開いてください。それ以降、承認アプリで承認するまで、このサービスはウォレットから何も送金しません。',
}

/** Entry of this language's file. */
export default function openLanguage(): Language {
  return {
    ...main,
    parts: { calls, held, frame, funding, message, notes, quantity, signing, wallet, welcome },
  }
}
