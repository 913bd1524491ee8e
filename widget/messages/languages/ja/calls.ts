import type { CallMessages } from '#widget/messages/calls-en.ts'

export const calls: CallMessages = {
  what: {
    allowance: (amount) => ({ label: '使うことを許可します', main: amount }),
    allowanceWithoutLimit: (token) => ({
      label: '使うことを許可します',
      main: token === '' ? 'すべて、無制限' : `すべての ${token}、無制限`,
    }),
    allowanceWithdrawn: (token) => ({
      label: '使う許可を取り消します',
      main: token === '' ? 'このコイン' : token,
    }),
    ambiguous: (number) => ({
      label: '許可を与える対象',
      main: number,
      remark: 'コインの最小単位か、その番号のアイテムです。どちらなのか、ここでは分かりません。',
    }),
    ambiguousWithoutLimit: () => ({ label: '使うことを許可します', main: 'すべて、無制限' }),
    ambiguousWithdrawn: (number) => ({ label: '許可を取り消します', main: `番号 ${number}` }),
    item: (id) => ({ label: '送るもの', main: `アイテム ${id}` }),
    itemGrant: (id) => ({ label: '動かすことを許可します', main: `アイテム ${id}` }),
    itemWithdrawn: (id) => ({ label: '動かす許可を取り消します', main: `アイテム ${id}` }),
    units: (units, id) => ({ label: '送るもの', main: `アイテム ${id} を ${units}` }),
    batch: (count) => ({ label: '送るもの', main: `${count}種類のアイテム` }),
    everyItem: (name) => ({
      label: '動かすことを許可します',
      main: name === '' ? 'すべてのアイテム、今も今後も' : `${name} のすべてのアイテム、今も今後も`,
    }),
    everyItemWithdrawn: (name) => ({
      label: '動かす許可を取り消します',
      main: name === '' ? 'すべてのアイテム' : `${name} のすべてのアイテム`,
    }),
    unknown: () => ({ label: 'コントラクトを呼び出します', main: '何をするものか、ここでは分かりません' }),
  },
  labels: {
    amounts: '数量',
    collection: 'コレクション',
    contract: 'コントラクト',
    everyRow: '送るすべてのアイテム',
    id: 'アイテム',
    nobody: 'なし',
    operator: '動かせる相手',
    row: '行',
    spender: '許可する相手',
    withdrawnFrom: '取り消す相手',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'これは失敗する見込みのため、送信されませんでした。ウォレットに必要なものがあるか、受け取る相手は誰かを確認してください。',
    },
    warnings: {
      'ambiguous-token':
        'これがコインの金額なのか、コレクションの1つのアイテムなのか、データからは分かりません。数字を両方の意味で読んでください。',
      'operator-grant':
        'ここで指定した相手は、許可を取り消すまで、今も今後も、このコレクションのすべてのアイテムをあなたのウォレットから動かせます。',
      'to-token-contract': '受取人はトークン自身のコントラクトです。そこへ送ったものは失われます。',
      'unknown-call': 'この呼び出しが何をするのか、ここでは分かりません。',
      'unlimited-allowance':
        'ここで指定した相手は、許可を取り消すまで、今も今後も、ウォレットにあるこのコインをすべて引き出せます。',
      'value-with-call': 'この呼び出しは、チェーン自体のコインも送ります。',
    },
    states: {
      CONFIRMED: { heading: '完了', text: '確定しました。' },
      FAILED: {
        heading: '失敗しました',
        text: 'ブロックチェーンに拒否され、何も変わっていません。もう一度準備する前に、必要なものを確認してください。',
      },
    },
    working: { prepare: '準備しています…' },
    confirm: { fingerprintHint: 'この呼び出しが表示される場所には、どこでも同じ言葉が示されます。' },
  },
}
